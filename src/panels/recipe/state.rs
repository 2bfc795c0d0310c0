//! The figure of the recipe.

/// The id of the figure, and its word in a query's `view`. It differs from `recipe`, which is the
/// id of the control of the recipe of bytes.
pub(super) const ID: &str = "ordered-recipe";

/// The figure; all its state is the page's.
pub(crate) struct RecipeFigure;
