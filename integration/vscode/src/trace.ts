// A counterexample as steps of its threads, and a position in it. Nothing here knows the editor.

/** A place in the protocol's form. */
export interface Place {
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** What a thread does. */
export interface Step {
  thread: number;
  /** The number of barriers that the thread had passed. */
  interval: number;
  action: string;
  location: Place;
  /** True if the finding is about this step. */
  decisive: boolean;
}

/** The steps of the threads of a counterexample, in the order of the simulation. */
export interface Trace {
  diagnostic: number;
  grid: [number, number, number];
  block: [number, number, number];
  threads: string[];
  /** Steps before the first one that are left out. */
  omitted: number;
  steps: Step[];
}

/** An element of the answer to `warpproof/traces`. */
export interface Counterexample {
  kernel: string;
  finding: { range: Place['range']; message: string; code?: string | number };
  trace: Trace;
}

/** The letters by which threads are named, as in the report page. */
export function letter(thread: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + thread);
}

/** The text without the marks of Markdown, for places that show plain text. */
export function plain(text: string): string {
  return text.replaceAll('`', '');
}

/** The first line of a finding: its message without notes. */
export function headline(counterexample: Counterexample): string {
  return plain(counterexample.finding.message.split('\n')[0]);
}

/** A walk through a counterexample. It starts at the first step that the finding is about. */
export class Walk {
  private now: number;

  constructor(readonly counterexample: Counterexample) {
    this.now = Math.max(0, this.steps.findIndex((step) => step.decisive));
  }

  get steps(): Step[] {
    return this.counterexample.trace.steps;
  }

  get at(): number {
    return this.now;
  }

  get current(): Step {
    return this.steps[this.now];
  }

  /** Moves to a step; beyond the ends it stays at the end. */
  go(to: number): void {
    this.now = Math.min(this.steps.length - 1, Math.max(0, to));
  }

  /** Moves to the next step that the finding is about; behind the last one to the first. */
  nextDecisive(): void {
    const next = this.steps.findIndex((step, index) => index > this.now && step.decisive);
    const first = this.steps.findIndex((step) => step.decisive);
    this.go(next >= 0 ? next : first >= 0 ? first : this.now);
  }

  /** The last step of each thread up to now; of a thread that has not begun, its first one. */
  places(): { step: Step; begun: boolean }[] {
    const found: { step: Step; begun: boolean }[] = [];
    this.counterexample.trace.threads.forEach((_, thread) => {
      const passed = this.steps.slice(0, this.now + 1).findLast((step) => step.thread === thread);
      const step = passed ?? this.steps.find((step) => step.thread === thread);
      if (step) {
        found.push({ step, begun: passed !== undefined });
      }
    });
    return found;
  }

  /** What stands behind the line of a thread. */
  mark(step: Step, begun: boolean): string {
    const name = `${letter(step.thread)}: ${this.counterexample.trace.threads[step.thread]}`;
    return begun ? `${name}, ${plain(step.action)} (interval ${step.interval})` : `${name}, not here yet`;
  }

  /** The position in words. */
  words(): string {
    const all = this.steps.length;
    return `step ${this.now + 1} of ${all}: ${letter(this.current.thread)} ${plain(this.current.action)}`;
  }
}
