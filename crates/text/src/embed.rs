//! A page inside another, and a teacher's goal.

messages!("embed");
