// Verdicts in words, for the status bar and the lines above kernels. Nothing here knows the editor.

/** What the server attaches to the line above a kernel. */
export interface LensData {
  kernel: string;
  verdict: string;
}

/** The state of a file, as the status bar has it. */
export type State =
  | { kind: 'stopped' }
  | { kind: 'missing' }
  | { kind: 'verifying'; what: string }
  | { kind: 'idle' }
  | { kind: 'verified'; verdicts: string[]; errors: number };

/** Verdicts that count as decided for the worse, as proved, and the rest. */
export interface Counts {
  refuted: number;
  proved: number;
  inconclusive: number;
}

export function count(verdicts: string[]): Counts {
  const counts = { refuted: 0, proved: 0, inconclusive: 0 };
  for (const verdict of verdicts) {
    if (verdict === 'refuted') {
      counts.refuted += 1;
    } else if (verdict === 'proved') {
      counts.proved += 1;
    } else {
      counts.inconclusive += 1;
    }
  }
  return counts;
}

/** True for the data of a lens of the server. */
export function isLensData(data: unknown): data is LensData {
  const it = data as LensData | undefined;
  return typeof it?.kernel === 'string' && typeof it?.verdict === 'string';
}

/** Icon and text of the status bar. A file without kernels and without errors has nothing to say. */
export function status(state: State): string {
  switch (state.kind) {
    case 'stopped':
      return '$(circle-slash) Warpproof: stopped';
    case 'missing':
      return '$(warning) Warpproof: not found';
    case 'verifying':
      return `$(sync~spin) Warpproof: ${state.what}`;
    case 'idle':
      return '$(shield) Warpproof';
    case 'verified': {
      const { refuted, proved, inconclusive } = count(state.verdicts);
      if (state.errors > 0 && state.verdicts.length === 0) {
        return '$(error) Warpproof: not read';
      }
      const parts = [
        [refuted, 'refuted'],
        [inconclusive, 'inconclusive'],
        [proved, 'proved'],
      ] as const;
      const words = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
      const icon = refuted > 0 ? 'error' : inconclusive > 0 || state.errors > 0 ? 'question' : 'pass';
      return words.length > 0 ? `$(${icon}) Warpproof: ${words.join(', ')}` : '$(shield) Warpproof: no kernels';
    }
  }
}

/** The icon of a verdict. */
export function icon(verdict: string): string {
  return verdict === 'refuted' ? '$(error)' : verdict === 'proved' ? '$(pass)' : '$(question)';
}
