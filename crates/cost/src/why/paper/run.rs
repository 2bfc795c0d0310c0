//! Textbooks' formulas of a run.

use super::change::Change;
use super::given::{Given, Textbook, bytes, flops, letter, number};
use super::source::Source;
use crate::amount::{Amount as _, Count as _, Leaf, Part, Symbol, Traced, TracedCount, Unit};
use crate::calibration::POWER_USAGE;
use crate::failures::{Failures, seconds_per_hour};
use crate::run::run_tokens;

impl Given<'_> {
    /// Tokens of the run over those of a step (Kaplan 2020, section 1.3).
    pub(super) fn steps(&self, ours: f64) -> Textbook {
        let value = self.run_tokens() / self.step_tokens();
        Textbook {
            first: vec![(Change::WholeSteps, ours)],
            ..Textbook::new(value, Source::Kaplan2020, &[])
        }
    }

    fn run_tokens(&self) -> Traced {
        run_tokens::<TracedCount>(self.legal.plan, self.params.total).real()
    }

    /// 1 − √(2δ/M): the loss at the interval that is best to first order (Young 1974).
    pub(super) fn goodput(&self, ours: f64) -> Textbook {
        let failures = Failures::<Traced>::of(self.legal.plan);
        let (write, between) = (failures.write.0, failures.between.0);
        let lost = (number(2.0) * write / between).root();
        let value = number(1.0).beyond(lost);
        let restart = number(1.0).beyond(lost + failures.restart.0 / between);
        let first = vec![
            (Change::Restart, restart.value()),
            (Change::HigherOrder, ours),
        ];
        Textbook {
            first,
            ..Textbook::new(value, Source::Young1974, &[])
        }
    }

    /// GPU-hours of 6·N·D at the MFU (Kaplan 2020, section 2.1; Chowdhery 2022, appendix B).
    fn hours(&self) -> Traced {
        let mfu = Traced::number(self.figures.mfu).part(Part::Mfu);
        flops(6.0) * self.active() * self.run_tokens()
            / (self.peak_of_one() * mfu * seconds_per_hour::<Traced>())
    }

    /// The steps from [`Self::hours`], each multiplied by `each`, to a figure of a run.
    fn of_hours(&self, value: Traced, each: f64, ours: f64) -> Textbook {
        let (run, step) = (&self.figures.run, self.figures.time.total().0);
        let gpu_hours = step * self.legal.plan.cluster.gpus as f64 / 3_600.0;
        let steps = self.run_tokens().value() / self.step_tokens().value();
        let first = vec![
            (Change::Counted, gpu_hours * steps * each),
            (Change::WholeSteps, gpu_hours * run.steps as f64 * each),
            (Change::Failures, ours),
        ];
        Textbook {
            first,
            ..Textbook::new(value, Source::Chowdhery2022, &[])
        }
    }

    /// Days of 6·N·D on all GPUs at the MFU.
    pub(super) fn days(&self, ours: f64) -> Textbook {
        let hours_per_day = Traced::quantity(24.0, Unit::HOURS.over(Unit::DAYS));
        let gpus = self.letter(Symbol::Gpus);
        let each = 1.0 / (24.0 * gpus.value());
        self.of_hours(self.hours() / (gpus * hours_per_day), each, ours)
    }

    /// GPU-hours of 6·N·D at the MFU.
    pub(super) fn gpu_hours(&self, ours: f64) -> Textbook {
        self.of_hours(self.hours(), 1.0, ours)
    }

    /// The price of those GPU-hours.
    pub(super) fn cost(&self, ours: f64) -> Textbook {
        let price = self.legal.plan.cluster.gpu.price;
        let each = Traced::leaf(Leaf::Symbol(Symbol::Price), price);
        self.of_hours(self.hours() * each, price, ours)
    }

    /// The energy of those GPU-hours: hours times power times that of the data centre over that of its
    /// GPUs (Patterson 2021, section 2.1).
    pub(super) fn energy(&self, ours: f64) -> Textbook {
        let leaf = |symbol, value| Traced::leaf(Leaf::Symbol(symbol), value);
        let watts = self.legal.plan.cluster.gpu.watts;
        let watt_hours = Unit::WATTS.times(Unit::HOURS).over(Unit::MEGAWATT_HOURS);
        let each = leaf(Symbol::Watts, watts) * leaf(Symbol::PowerUsage, POWER_USAGE)
            / Traced::quantity(1e6, watt_hours);
        Textbook {
            source: Source::Patterson2021,
            ..self.of_hours(self.hours() * each, each.value(), ours)
        }
    }

    /// The interval between checkpoints that wastes least to first order, √(2δM) (Young 1974).
    pub(super) fn interval(&self, ours: f64) -> Textbook {
        let failures = Failures::<Traced>::of(self.legal.plan);
        Textbook {
            first: vec![(Change::HigherOrder, ours)],
            ..Textbook::new(failures.first_order().0, Source::Young1974, &[])
        }
    }

    /// A checkpoint of 16-bit weights, master weights and moments (the state of Rajbhandari 2020,
    /// section 3.1).
    pub(super) fn checkpoint(&self, ours: f64) -> Textbook {
        let value = bytes(2.0 + 12.0) * self.all();
        Textbook {
            first: vec![(Change::Saved, ours)],
            ..Textbook::new(value, Source::Rajbhandari2020, &[])
        }
    }

    /// Parameters of the model.
    fn all(&self) -> Traced {
        letter(Symbol::ModelParameters, self.params.total)
    }

    /// Bytes of 16 for each parameter (Rajbhandari 2020, section 3.1).
    pub(super) fn bill_state(&self) -> Textbook {
        let value = bytes(16.0) * self.all();
        Textbook::new(value, Source::Rajbhandari2020, &[])
    }

    /// FLOPs of 6 for each parameter and token (Kaplan 2020, section 2.1).
    pub(super) fn bill_flops(&self) -> Textbook {
        let value = flops(6.0) * self.active() * self.run_tokens();
        Textbook::new(value, Source::Kaplan2020, &[])
    }

    /// The time of those FLOPs at the peak of all GPUs.
    pub(super) fn bill_at_peak(&self) -> Textbook {
        let value = flops(6.0) * self.active() * self.run_tokens() / self.peak();
        Textbook::new(value, Source::Kaplan2020, &[])
    }

    /// Activations of a sequence, s·h·(34 + 5·a·s/h)·L (Korthikanti 2022, equation 1).
    pub(super) fn bill_activations(&self, ours: f64) -> Textbook {
        let (model, sequence) = (&self.legal.plan.model, self.letter(Symbol::Sequence));
        let hidden = self.letter(Symbol::Hidden);
        let scores = bytes(5.0) * self.letter(Symbol::AllHeads) * sequence / hidden;
        let layers = letter(Symbol::AllLayers, model.layers);
        let value = sequence * hidden * (bytes(34.0) + scores) * layers;
        Textbook {
            first: vec![(Change::Flash, ours)],
            ..Textbook::new(value, Source::Korthikanti2022, &[])
        }
    }
}
