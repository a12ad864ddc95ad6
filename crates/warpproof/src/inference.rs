//! Options about loops and invariant inference, common to `check`, `corpus` and `invariants`.

use clap::Args;
use wp_engine::Options;
use wp_infer::{Engine, Schedule};

/// How loops are treated.
#[derive(Args, Clone, Debug)]
pub struct InferenceArgs {
    /// Use no closed forms and unroll nothing: leave every loop to invariant inference
    #[arg(long)]
    pub no_acceleration: bool,
    /// Infer no invariants
    #[arg(long)]
    pub no_inference: bool,
    /// Rules that may suggest candidate invariants, by name or number (r0,r7,pow2); all by default
    #[arg(long, value_name = "RULE,..", value_delimiter = ',', value_parser = rule)]
    pub rules: Vec<String>,
    /// Leave out a rule, by name or number (may be repeated)
    #[arg(long = "omit-rule", value_name = "RULE", value_delimiter = ',', value_parser = rule)]
    pub omitted: Vec<String>,
    /// Refutation engines in order: dyn, sbase, sstep, lu1, lu2, ..; houdini is always last
    #[arg(long, value_name = "ENGINE,..", value_delimiter = ',', value_parser = engine)]
    pub engines: Vec<Engine>,
    /// Run the engines side by side, with a shared pool of refuted candidates
    #[arg(long)]
    pub parallel_engines: bool,
    /// Concrete launches that the engine dyn tries
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub dyn_launches: u32,
    /// Loop iterations that the engine dyn follows, per launch
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub dyn_iterations: u64,
    /// Observed accesses for which the engine dyn evaluates a candidate about accesses
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub dyn_tuples: u32,
}

impl InferenceArgs {
    /// Takes the options over.
    pub fn apply(&self, options: &mut Options) {
        options.acceleration = !self.no_acceleration;
        let to = &mut options.inference;
        to.enabled &= !self.no_inference;
        to.rules.clone_from(&self.rules);
        to.omitted.extend(self.omitted.iter().cloned());
        if !self.engines.is_empty() {
            to.engines.clone_from(&self.engines);
        }
        if self.parallel_engines {
            to.schedule = Schedule::Parallel;
        }
        to.dyn_launches = self.dyn_launches;
        to.dyn_iterations = self.dyn_iterations;
        to.dyn_tuples = self.dyn_tuples;
    }

    /// The same options as command-line arguments.
    pub fn words(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (given, name) in [
            (self.no_acceleration, "--no-acceleration"),
            (self.no_inference, "--no-inference"),
            (self.parallel_engines, "--parallel-engines"),
        ] {
            if given {
                out.push(name.to_owned());
            }
        }
        let engines: Vec<String> = self.engines.iter().map(|e| word(*e)).collect();
        for (name, values) in [("--rules", &self.rules), ("--omit-rule", &self.omitted), ("--engines", &engines)] {
            if !values.is_empty() {
                out.push(format!("{name}={}", values.join(",")));
            }
        }
        out.push(format!("--dyn-launches={}", self.dyn_launches));
        out.push(format!("--dyn-iterations={}", self.dyn_iterations));
        out.push(format!("--dyn-tuples={}", self.dyn_tuples));
        out
    }
}

/// The full name of a rule.
pub fn rule(name: &str) -> Result<String, String> {
    match wp_infer::rules::find(name) {
        Some(rule) => Ok(rule.name.to_owned()),
        None => {
            let names: Vec<&str> = wp_infer::RULES.iter().map(|r| r.name).collect();
            Err(format!("no rule of this name; there are {}", names.join(", ")))
        }
    }
}

fn word(engine: Engine) -> String {
    match engine {
        Engine::Dyn => "dyn".to_owned(),
        Engine::SBase => "sbase".to_owned(),
        Engine::SStep => "sstep".to_owned(),
        Engine::Lu(k) => format!("lu{k}"),
        Engine::Houdini => "houdini".to_owned(),
    }
}

fn engine(name: &str) -> Result<Engine, String> {
    let lower = name.to_ascii_lowercase();
    match lower.as_str() {
        "dyn" => Ok(Engine::Dyn),
        "sbase" => Ok(Engine::SBase),
        "sstep" => Ok(Engine::SStep),
        "houdini" | "h" => Ok(Engine::Houdini),
        _ => match lower.strip_prefix("lu").and_then(|k| k.parse::<u32>().ok()) {
            Some(k) if (1..=3).contains(&k) => Ok(Engine::Lu(k)),
            _ => Err("give dyn, sbase, sstep, lu1, lu2, lu3 or houdini".to_owned()),
        },
    }
}
