//! Branches of which one runs, and the states after them.

use super::state::{Flow, Pending, Shell, State, Status};

/// The merged state after several ways to a command; `None` if there is none.
#[derive(Default)]
struct Ends(Option<State>);

impl Ends {
    /// Adds a way.
    fn add(&mut self, state: State, cause: &str, shell: &Shell) {
        match &mut self.0 {
            Some(merged) => merged.merge(state, cause, shell.budget),
            None => self.0 = Some(state),
        }
    }

    /// The merged state.
    fn merged(self) -> Option<State> {
        self.0
    }
}

impl Shell<'_> {
    /// Evaluates `count` branches of which one runs, depending on a name. If `is_told`, programs
    /// that they start depend on it too.
    pub(super) fn fork(
        &mut self,
        count: usize,
        cause: &str,
        is_told: bool,
        run: &mut dyn FnMut(&mut Self, usize) -> Status,
    ) -> Status {
        let units = self.state.units();
        let start = self.state.clone();
        let outer = self.cause.clone();
        let pending = self.pending.len();
        let mut ends = Ends::default();
        for place in 0..count {
            if !self.budget.take(units) {
                break;
            }
            self.state = start.clone();
            if is_told {
                self.cause.get_or_insert_with(|| cause.to_owned());
            }
            let status = run(self, place);
            self.cause.clone_from(&outer);
            self.state.status = Some(status);
            let state = std::mem::take(&mut self.state);
            match std::mem::replace(&mut self.flow, Flow::Next) {
                Flow::Next => ends.add(state, cause, self),
                // The variables of a branch that ends the script are dropped.
                Flow::Exit | Flow::Discard => self.may_exit = Some(cause.to_owned()),
                flow => {
                    let cause = cause.to_owned();
                    self.pending.push(Pending { flow, state, cause });
                }
            }
        }
        let left = self.pending.len() > pending;
        if let Some(state) = ends.merged() {
            self.state = state;
        } else if let Some(last) = if left { self.pending.pop() } else { None } {
            self.state = last.state;
            self.flow = last.flow;
        } else {
            self.state = start;
            self.flow = Flow::Exit;
        }
        self.state.status.clone().unwrap_or(Status::OK)
    }

    /// Evaluates commands whose changes end with them; returns their result.
    pub(super) fn subshell(&mut self, run: impl FnOnce(&mut Self) -> Status) -> Status {
        if !self.budget.take(self.state.units()) {
            return Status::OK;
        }
        let outer = self.state.clone();
        let pending = self.pending.len();
        let may_exit = self.may_exit.take();
        let loop_depth = std::mem::take(&mut self.loop_depth);
        let mut status = run(self);
        self.loop_depth = loop_depth;
        let inner = std::mem::replace(&mut self.state, outer);
        if self.flow != Flow::Next {
            status = inner.status.unwrap_or(Status::OK);
        }
        let left = self.pending.split_off(pending.min(self.pending.len()));
        let early = left.into_iter().next().map(|left| left.cause);
        if let Some(cause) = early.or(std::mem::replace(&mut self.may_exit, may_exit)) {
            status = Status::Open(cause);
        }
        self.state.output = inner.output;
        self.state.input = inner.input;
        self.flow = Flow::Next;
        status
    }

    /// Goes on with the merged states of all branches that come here, if there are any: the present
    /// one and those that left since `pending`. `comes` decides by the way in which a state leaves,
    /// and changes how the others leave.
    pub(super) fn arrive(&mut self, pending: usize, comes: impl Fn(&mut Flow) -> bool) {
        let depth = self.state.variables.depth();
        let mut ends = Ends::default();
        let mut cause = String::new();
        let mut own = self.flow;
        let is_here = comes(&mut own);
        if is_here {
            let state = std::mem::take(&mut self.state);
            ends.add(state, &cause, self);
        }
        let left = self.pending.split_off(pending.min(self.pending.len()));
        for mut pending in left {
            pending.state.variables.end(depth);
            if comes(&mut pending.flow) {
                cause.clone_from(&pending.cause);
                ends.add(pending.state, &cause, self);
            } else {
                self.pending.push(pending);
            }
        }
        self.flow = own;
        let Some(state) = ends.merged() else { return };
        let state = std::mem::replace(&mut self.state, state);
        let flow = std::mem::replace(&mut self.flow, Flow::Next);
        match flow {
            _ if is_here => {}
            Flow::Exit | Flow::Discard => self.may_exit = Some(cause),
            flow => self.pending.push(Pending { flow, state, cause }),
        }
    }
}
