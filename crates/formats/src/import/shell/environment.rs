//! Variables of a script that is being evaluated, in the scopes of its functions.

use std::collections::BTreeMap;

use super::joined::{common, joined};
use super::mark::{self, Mark};
use super::variable::Variable;
use crate::import::budget::{ITEM, ReadBudget};

/// Attributes of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes {
    /// True if programs that are started get the variable.
    pub(super) is_exported: bool,
    /// True if assignments compute.
    pub(super) is_integer: bool,
    /// True if assignments fail.
    pub(super) is_readonly: bool,
    /// True if the value is the name of the variable that is meant.
    pub(super) is_reference: bool,
    /// True if assignments change the case of letters: to capitals or not.
    pub(super) capitals: Option<bool>,
}

/// A variable with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The order of its first assignment.
    order: usize,
    /// The value; a variable can be declared without one.
    pub(super) value: Option<Variable>,
    pub(super) attributes: Attributes,
    /// Units of a copy, the name included.
    units: usize,
    /// The number of the latest assignment.
    stamp: usize,
    /// True if an item may stand for any number of items, as far as it was looked for.
    has_several: Option<bool>,
}

/// Variables of a function, of a command, or of the script.
#[derive(Clone, Debug, Default)]
struct Scope {
    variables: BTreeMap<String, Entry>,
    /// True if declarations stay in the scope.
    is_function: bool,
}

/// Longest chain of references.
const REFERENCES: usize = 8;

/// Variables, each with the order of its first assignment.
#[derive(Clone, Debug)]
pub(super) struct Environment {
    /// The script's variables, and then those of each running function.
    scopes: Vec<Scope>,
    units: usize,
    /// The number of assignments so far.
    stamp: usize,
}

impl Default for Environment {
    fn default() -> Self {
        let global = Scope {
            is_function: true,
            ..Scope::default()
        };
        Self {
            scopes: vec![global],
            units: 0,
            stamp: 0,
        }
    }
}

impl Environment {
    /// The scope that has a variable.
    fn scope_of(&self, name: &str) -> Option<usize> {
        let mut scopes = self.scopes.iter();
        scopes.rposition(|scope| scope.variables.contains_key(name))
    }

    /// A variable.
    pub(super) fn entry(&self, name: &str) -> Option<&Entry> {
        let mut scopes = self.scopes.iter().rev();
        scopes.find_map(|scope| scope.variables.get(name))
    }

    /// The name of the variable to which a name refers.
    pub(super) fn resolved<'n>(&'n self, name: &'n str) -> &'n str {
        let mut name = name;
        for _ in 0..REFERENCES {
            match self.entry(name) {
                Some(entry) if entry.attributes.is_reference => match &entry.value {
                    Some(Variable::Text(other)) if super::name::is_name(other) => name = other,
                    _ => return name,
                },
                _ => return name,
            }
        }
        name
    }

    /// The value of a variable.
    pub(super) fn get(&self, name: &str) -> Option<&Variable> {
        self.entry(self.resolved(name))?.value.as_ref()
    }

    /// The text of a variable; of an array, its first item.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }

    /// Attributes of a variable.
    pub(super) fn attributes(&self, name: &str) -> Attributes {
        let entry = self.entry(self.resolved(name));
        entry.map(|entry| entry.attributes).unwrap_or_default()
    }

    /// True if an item of an array may stand for any number of items.
    pub(super) fn has_several(&mut self, name: &str, budget: &ReadBudget) -> bool {
        let name = self.resolved(name).to_owned();
        let scopes = self.scopes.iter_mut().rev();
        let mut entries = scopes.filter_map(|scope| scope.variables.get_mut(&name));
        let Some(entry) = entries.next() else {
            return false;
        };
        let Some(Variable::List(items)) = &entry.value else {
            return false;
        };
        if entry.has_several.is_none() && budget.take(entry.units) {
            entry.has_several = Some(items.iter().any(|item| mark::may_be_several(item)));
        }
        entry.has_several.unwrap_or(true)
    }

    /// Units of a copy of a variable; zero if the variable does not exist.
    pub(super) fn units_of(&self, name: &str) -> usize {
        self.entry(self.resolved(name))
            .map_or(0, |entry| entry.units)
    }

    /// Sets a variable where it exists, else as one of the script.
    pub(super) fn set(&mut self, name: &str, value: Variable) {
        let name = self.resolved(name).to_owned();
        let scope = self.scope_of(&name).unwrap_or(0);
        self.put(scope, &name, Some(value));
    }

    /// Changes a value in place, without copying it; `more` are the units that it gains.
    pub(super) fn change(&mut self, name: &str, change: impl FnOnce(&mut Variable), more: usize) {
        let name = self.resolved(name).to_owned();
        let Some(scope) = self.scope_of(&name) else {
            return;
        };
        self.stamp += 1;
        let stamp = self.stamp;
        let scope = self.scopes.get_mut(scope);
        let entry = scope.and_then(|scope| scope.variables.get_mut(&name));
        if let Some(entry) = entry {
            entry.stamp = stamp;
            entry.has_several = None;
            entry.units += more;
            self.units += more;
            if let Some(value) = &mut entry.value {
                change(value);
            }
        }
    }

    fn put(&mut self, scope: usize, name: &str, value: Option<Variable>) {
        self.stamp += 1;
        let stamp = self.stamp;
        let Some(variables) = self.scopes.get_mut(scope).map(|scope| &mut scope.variables) else {
            return;
        };
        let old = variables.get(name);
        let order = old.map_or(stamp, |entry| entry.order);
        let attributes = old.map(|entry| entry.attributes).unwrap_or_default();
        self.units -= old.map_or(0, |entry| entry.units);
        let units = value.as_ref().map_or(0, Variable::units) + name.len() + 2 * ITEM;
        self.units += units;
        let entry = Entry {
            order,
            value,
            attributes,
            units,
            stamp,
            has_several: None,
        };
        variables.insert(name.to_owned(), entry);
    }

    /// Declares a variable in the present function, or as one of the script. A new variable of a
    /// function begins without a value, or with that given to the call.
    pub(super) fn declare(&mut self, name: &str, is_global: bool) {
        let function = if is_global {
            0
        } else {
            self.scopes
                .iter()
                .rposition(|scope| scope.is_function)
                .unwrap_or(0)
        };
        let has = |scope: &Scope| scope.variables.contains_key(name);
        if self.scopes.get(function).is_some_and(has) {
            return;
        }
        let given = function
            .checked_sub(1)
            .and_then(|scope| self.scopes.get(scope))
            .filter(|scope| !scope.is_function)
            .and_then(|scope| scope.variables.get(name));
        let (value, attributes) = given
            .map(|entry| (entry.value.clone(), entry.attributes))
            .unwrap_or_default();
        self.put(function, name, value);
        self.set_attributes_in(function, name, attributes);
    }

    /// Sets the attributes of a variable that exists.
    pub(super) fn set_attributes(&mut self, name: &str, attributes: Attributes) {
        if let Some(scope) = self.scope_of(name) {
            self.set_attributes_in(scope, name, attributes);
        }
    }

    fn set_attributes_in(&mut self, scope: usize, name: &str, attributes: Attributes) {
        let scope = self.scopes.get_mut(scope);
        if let Some(entry) = scope.and_then(|scope| scope.variables.get_mut(name)) {
            entry.attributes = attributes;
        }
    }

    /// Removes a variable. One of the present function stays declared.
    pub(super) fn unset(&mut self, name: &str) {
        let name = self.resolved(name).to_owned();
        let Some(scope) = self.scope_of(&name) else {
            return;
        };
        if scope > 0 && scope + 1 == self.scopes.len() {
            self.put(scope, &name, None);
            return;
        }
        let removed = self
            .scopes
            .get_mut(scope)
            .and_then(|scope| scope.variables.remove(&name));
        self.units -= removed.map_or(0, |entry| entry.units);
        self.stamp += 1;
    }

    /// Begins the scope of a function, or of one command.
    pub(super) fn begin(&mut self, is_function: bool) {
        self.scopes.push(Scope {
            is_function,
            ..Scope::default()
        });
    }

    /// Sets a variable of the latest scope, which programs get.
    pub(super) fn set_in_latest(&mut self, name: &str, value: Variable) {
        let scope = self.scopes.len().saturating_sub(1);
        self.put(scope, name, Some(value));
        let attributes = Attributes {
            is_exported: true,
            ..Attributes::default()
        };
        self.set_attributes_in(scope, name, attributes);
    }

    /// The number of scopes.
    pub(super) const fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Ends scopes until this number is left.
    pub(super) fn end(&mut self, depth: usize) {
        while self.scopes.len() > depth.max(1) {
            let scope = self.scopes.pop().unwrap_or_default();
            let units: usize = scope.variables.values().map(|entry| entry.units).sum();
            self.units -= units;
        }
    }

    /// Keeps only the variables that programs get.
    pub(super) fn keep_exported(&mut self) {
        let mut kept = Self {
            stamp: self.stamp,
            ..Self::default()
        };
        for scope in std::mem::take(&mut self.scopes) {
            for (name, entry) in scope.variables {
                if entry.attributes.is_exported {
                    kept.put(0, &name, entry.value);
                    kept.set_attributes_in(0, &name, entry.attributes);
                }
            }
        }
        *self = kept;
    }

    /// All values, in the order of their first assignment.
    pub(super) fn values(&self) -> Vec<&Variable> {
        let scopes = self.scopes.iter();
        let mut entries: Vec<&Entry> = scopes.flat_map(|scope| scope.variables.values()).collect();
        entries.sort_by_key(|entry| entry.order);
        let entries = entries.into_iter();
        entries.filter_map(|entry| entry.value.as_ref()).collect()
    }

    /// Names that begin with a text.
    pub(super) fn names(&self, start: &str) -> Vec<String> {
        let scopes = self.scopes.iter();
        let names = scopes.flat_map(|scope| scope.variables.keys());
        let mut names: Vec<String> = names
            .filter(|name| name.starts_with(start))
            .cloned()
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Units of a copy of all names and values.
    pub(super) const fn units(&self) -> usize {
        self.units + ITEM * self.scopes.len()
    }

    /// Leaves open every variable that was assigned or removed since `start`, a copy from before.
    /// The first items of an array stay if they are the same then and now; `opened` is a copy from
    /// after an earlier call, whose first items are compared.
    pub(super) fn open_changed(&mut self, start: &Self, opened: Option<&Self>, cause: &str) {
        let mut open = Vec::new();
        for (place, scope) in self.scopes.iter().enumerate() {
            let changed = scope.variables.iter();
            let changed = changed.filter(|(_, entry)| entry.stamp > start.stamp);
            open.extend(changed.map(|(name, _)| (place, name.clone())));
            let before = start.scopes.get(place);
            let before = before.into_iter().flat_map(|scope| scope.variables.keys());
            let removed = before.filter(|name| !scope.variables.contains_key(*name));
            open.extend(removed.map(|name| (place, name.clone())));
        }
        for (scope, name) in open {
            let mark = Mark::undecided(&name, cause);
            let now = self.list(scope, &name);
            let kept = match opened {
                None => common(now, start.list(scope, &name)),
                Some(opened) => match opened.list(scope, &name).split_last() {
                    Some((_, kept)) if now.starts_with(kept) => kept.to_vec(),
                    _ => Vec::new(),
                },
            };
            let value = if kept.is_empty() {
                Variable::Text(mark)
            } else {
                Variable::List(kept.into_iter().chain([mark]).collect())
            };
            self.put(scope, &name, Some(value));
        }
    }

    /// Leaves open every variable.
    pub(super) fn open_all(&mut self, cause: &str) {
        for scope in 0..self.scopes.len() {
            let variables = self.scopes.get(scope).map(|scope| scope.variables.keys());
            let names: Vec<String> = variables.into_iter().flatten().cloned().collect();
            for name in names {
                let mark = Mark::undecided(&name, cause);
                self.put(scope, &name, Some(Variable::Text(mark)));
            }
        }
    }

    fn list(&self, scope: usize, name: &str) -> &[String] {
        let scope = self.scopes.get(scope);
        match scope.and_then(|scope| scope.variables.get(name)?.value.as_ref()) {
            Some(Variable::List(items)) => items,
            _ => &[],
        }
    }

    /// The variables after branches of which one runs, depending on a variable: differing values
    /// are marked.
    pub(super) fn merge(&mut self, branch: &Self, cause: &str, budget: &ReadBudget) {
        // Each value is compared.
        if !budget.take(self.units.saturating_add(branch.units)) {
            return;
        }
        let scopes = self.scopes.len().min(branch.scopes.len());
        for scope in 0..scopes {
            self.merge_scope(scope, branch, cause, budget);
        }
        self.stamp = self.stamp.max(branch.stamp) + 1;
    }

    fn merge_scope(&mut self, scope: usize, branch: &Self, cause: &str, budget: &ReadBudget) {
        let (Some(ours), Some(theirs)) = (self.scopes.get(scope), branch.scopes.get(scope)) else {
            return;
        };
        let names = ours.variables.keys().chain(theirs.variables.keys());
        let differs = |name: &&String| {
            let (ours, theirs) = (ours.variables.get(*name), theirs.variables.get(*name));
            match (ours, theirs) {
                (Some(ours), Some(theirs)) => {
                    ours.value != theirs.value || ours.attributes != theirs.attributes
                }
                _ => true,
            }
        };
        let mut differing: Vec<String> = names.filter(differs).cloned().collect();
        differing.sort();
        differing.dedup();
        for name in differing {
            let has = |environment: &Self| {
                let scope = environment.scopes.get(scope);
                scope.is_some_and(|scope| scope.variables.contains_key(&name))
            };
            let is_local_in_one = scope > 0 && has(self) != has(branch);
            let (ours, theirs) = (self.get(&name), branch.get(&name));
            let joined = joined(&name, ours, theirs, cause, budget);
            self.put(scope, &name, Some(joined));
            if is_local_in_one {
                // A later assignment may mean the variable of the function's caller.
                for below in 0..scope {
                    let scope = self.scopes.get(below);
                    if below == 0 || scope.is_some_and(|scope| scope.variables.contains_key(&name))
                    {
                        let open = Variable::Text(Mark::undecided(&name, cause));
                        self.put(below, &name, Some(open));
                    }
                }
            }
        }
    }
}
