//! State of a reader of files: its worker, and the text that waits or is being read.

use std::time::Duration;

use cost::plan::Plan;
#[cfg(test)]
use formats::import::worker::ImportWorker;
use formats::import::worker::{ImportReply, ImportRequest};

use super::super::event::ShareEvent;
use super::event::{ReadOutcome, ReaderEvent, ReaderUser};
use super::program::ReaderProgram;
use crate::browser::file::{self, ChosenFile};
use crate::browser::folder::FileBytes;
use crate::store::{Effects, PATIENCE, PartState};

/// A pause while a text is read. Reading ends after [`PAUSES`] of them, which are counted one by
/// one: a page that was busy or asleep counts one for all of that time.
const PAUSE: Duration = Duration::from_millis(500);
/// Pauses that reading one text, or a slice of a log, may take. A text at the end of its budget takes
/// one.
const PAUSES: u8 = 4;

/// Bytes of a log that are read at a time.
const SLICE: u64 = 1 << 18;

/// A text or files to be read.
struct Wanted {
    /// Number of its requests.
    number: u32,
    source: Source,
}

enum Source {
    /// A text or several files: their request as bytes.
    Request(Vec<u8>),
    /// A log, its bytes that were read, and the plan that it fills.
    Log(ChosenFile, u64, Box<Plan>),
}

/// A reader of files. It reads one text or log at a time, and only the latest.
#[derive(Default)]
pub(in super::super) struct FileReader {
    user: ReaderUser,
    program: ReaderProgram,
    /// The worker's state; absent before its first text and after its end.
    state: PartState,
    /// Number of the worker, by which events of earlier ones are recognised.
    worker: u32,
    /// Number of the last request.
    requests: u32,
    /// The latest text or log, until its outcome is known.
    wanted: Option<Wanted>,
    /// The request that the worker reads, which may be an earlier one, and the pauses since.
    busy: Option<(u32, u8)>,
}

impl FileReader {
    /// The reader of a pane.
    pub(in super::super) fn of(user: ReaderUser) -> Self {
        Self {
            user,
            ..Self::default()
        }
    }

    /// The worker's state.
    pub(in super::super) const fn state(&self) -> PartState {
        self.state
    }

    /// Reads a text in place of the one before; `base` fills what it leaves open. [`Self::update`]
    /// has the outcome.
    pub(in super::super) fn read(
        &mut self,
        text: String,
        base: &Plan,
        effects: &mut Effects<ShareEvent>,
    ) {
        let number = self.next();
        let request = ImportRequest::text(number, text, base).to_bytes();
        self.want(number, Source::Request(request), effects);
    }

    /// Reads several files as one plan, as [`Self::read`] reads a text.
    pub(in super::super) fn read_files(
        &mut self,
        files: Vec<FileBytes>,
        base: &Plan,
        effects: &mut Effects<ShareEvent>,
    ) {
        let number = self.next();
        let request = ImportRequest::files(number, files, base).to_bytes();
        self.want(number, Source::Request(request), effects);
    }

    /// Reads a log of any length, as [`Self::read`] reads a text.
    pub(in super::super) fn read_log(
        &mut self,
        file: ChosenFile,
        base: &Plan,
        effects: &mut Effects<ShareEvent>,
    ) {
        let number = self.next();
        let source = Source::Log(file, 0, Box::new(base.clone()));
        self.want(number, source, effects);
    }

    /// The number of the next request.
    const fn next(&mut self) -> u32 {
        self.requests = self.requests.wrapping_add(1);
        self.requests
    }

    fn want(&mut self, number: u32, source: Source, effects: &mut Effects<ShareEvent>) {
        self.wanted = Some(Wanted { number, source });
        match self.state {
            PartState::Absent | PartState::Failed => self.start(effects),
            PartState::Coming | PartState::Late => {}
            PartState::Here => self.post(effects),
        }
    }

    /// Leaves the present text unread.
    pub(in super::super) fn cancel(&mut self) {
        self.wanted = None;
    }

    /// The events of a worker that starts and reads the present text.
    #[cfg(test)]
    pub(in super::super) fn replies(&self) -> Vec<ReaderEvent> {
        let read = self
            .wanted
            .as_ref()
            .and_then(|wanted| match &wanted.source {
                Source::Request(request) => ImportWorker::default().reply(request),
                Source::Log(..) => None,
            });
        let replies = [Some(ImportReply::Started), read].into_iter().flatten();
        let replies = replies.map(|reply| ReaderEvent::Reply(self.worker, Box::new(reply)));
        replies.collect()
    }

    /// Starts another worker in place of one that is late or failed to load.
    pub(in super::super) fn again(&mut self, effects: &mut Effects<ShareEvent>) {
        if matches!(self.state, PartState::Late | PartState::Failed) {
            self.start(effects);
        }
    }

    /// Takes an event; returns the outcome of the present text, once there is one.
    pub(in super::super) fn update(
        &mut self,
        event: ReaderEvent,
        effects: &mut Effects<ShareEvent>,
    ) -> Option<ReadOutcome> {
        match event {
            ReaderEvent::Late(worker) => {
                if worker == self.worker && self.state == PartState::Coming {
                    self.state = PartState::Late;
                }
                None
            }
            ReaderEvent::Reply(worker, reply) if worker == self.worker => match *reply {
                ImportReply::Started => {
                    self.state = PartState::Here;
                    self.post(effects);
                    None
                }
                ImportReply::Read { number, read } => {
                    self.busy.take_if(|(busy, _)| *busy == number)?;
                    if self.is_wanted(number) {
                        self.wanted = None;
                        return Some(ReadOutcome::Read(read));
                    }
                    self.post(effects);
                    None
                }
                ImportReply::Taken(number) => {
                    let (_, pauses) = self.busy.as_mut().filter(|(busy, _)| *busy == number)?;
                    *pauses = 0;
                    self.read_slice(number, effects);
                    None
                }
            },
            ReaderEvent::Slice(number, bytes) => self.take_slice(number, bytes, effects),
            ReaderEvent::Failed(worker) if worker == self.worker => {
                if self.state == PartState::Here {
                    return self.end(effects);
                }
                self.state = PartState::Failed;
                None
            }
            ReaderEvent::Refused(worker) if worker == self.worker => {
                self.state = PartState::Absent;
                self.wanted.take().map(|_| ReadOutcome::NoWorkers)
            }
            ReaderEvent::Waited(request) => {
                let (_, pauses) = self.busy.as_mut().filter(|(busy, _)| *busy == request)?;
                *pauses += 1;
                if *pauses == PAUSES {
                    return self.end(effects);
                }
                self.wait(request, effects);
                None
            }
            // An earlier worker sent it.
            ReaderEvent::Reply(..) | ReaderEvent::Failed(_) | ReaderEvent::Refused(_) => None,
        }
    }

    /// True if a request is that of the present text.
    fn is_wanted(&self, request: u32) -> bool {
        let wanted = self.wanted.as_ref();
        wanted.is_some_and(|wanted| wanted.number == request)
    }

    /// Starts a worker; the time of its loading does not count as that of reading.
    fn start(&mut self, effects: &mut Effects<ShareEvent>) {
        self.worker = self.worker.wrapping_add(1);
        self.state = PartState::Coming;
        let (user, worker, program) = (self.user, self.worker, self.program.clone());
        effects.after(
            PATIENCE,
            ShareEvent::Reader(user, ReaderEvent::Late(worker)),
        );
        effects.run(move |sender| program.start(user, worker, &sender));
    }

    /// Sends the present text, or the first slice of the present log, to the worker, once that is
    /// free.
    fn post(&mut self, effects: &mut Effects<ShareEvent>) {
        let Some(wanted) = self.wanted.as_ref().filter(|_| self.busy.is_none()) else {
            return;
        };
        let number = wanted.number;
        self.busy = Some((number, 0));
        match &wanted.source {
            Source::Request(request) => self.send(request.clone(), effects),
            Source::Log(..) => self.read_slice(number, effects),
        }
        self.wait(number, effects);
    }

    /// Sends a request to the worker.
    fn send(&self, request: Vec<u8>, effects: &mut Effects<ShareEvent>) {
        let program = self.program.clone();
        effects.run(move |_| program.post(&request));
    }

    /// Reads the next slice of the log of this number; [`ReaderEvent::Slice`] has it. A log that is no
    /// longer wanted leaves the worker free.
    fn read_slice(&mut self, number: u32, effects: &mut Effects<ShareEvent>) {
        let wanted = self.wanted.as_ref();
        match wanted.filter(|wanted| wanted.number == number) {
            Some(Wanted {
                source: Source::Log(file, from, _),
                ..
            }) => {
                let (user, file, from) = (self.user, file.clone(), *from);
                effects.run(move |sender| {
                    file::slice(&file, from, SLICE, move |bytes| {
                        let event = ReaderEvent::Slice(number, bytes);
                        sender.send(ShareEvent::Reader(user, event));
                    });
                });
            }
            _ => {
                self.busy = None;
                self.post(effects);
            }
        }
    }

    /// Sends a slice of the log of this number to the worker, or its end if the slice is empty.
    fn take_slice(
        &mut self,
        number: u32,
        bytes: Option<Vec<u8>>,
        effects: &mut Effects<ShareEvent>,
    ) -> Option<ReadOutcome> {
        self.busy.filter(|(busy, _)| *busy == number)?;
        let wanted = self.wanted.as_mut();
        let Some(Wanted {
            source: Source::Log(_, from, base),
            ..
        }) = wanted.filter(|wanted| wanted.number == number)
        else {
            self.busy = None;
            self.post(effects);
            return None;
        };
        let Some(bytes) = bytes else {
            (self.busy, self.wanted) = (None, None);
            return Some(ReadOutcome::Unread);
        };
        *from += bytes.len() as u64;
        let request = if bytes.is_empty() {
            ImportRequest::end(number, base)
        } else {
            ImportRequest::Slice { number, bytes }
        };
        self.send(request.to_bytes(), effects);
        None
    }

    /// Waits for a pause while a request is read.
    fn wait(&self, request: u32, effects: &mut Effects<ShareEvent>) {
        let event = ShareEvent::Reader(self.user, ReaderEvent::Waited(request));
        effects.after(PAUSE, event);
    }

    /// Ends the worker. A text that it has not begun is read by another one.
    fn end(&mut self, effects: &mut Effects<ShareEvent>) -> Option<ReadOutcome> {
        self.state = PartState::Absent;
        let program = self.program.clone();
        effects.run(move |_| program.end());
        let busy = self.busy.take();
        if busy.is_some_and(|(request, _)| self.is_wanted(request)) {
            self.wanted = None;
            return Some(ReadOutcome::Ended);
        }
        if self.wanted.is_some() {
            self.start(effects);
        }
        None
    }
}
