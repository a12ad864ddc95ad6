// Tests of what does not know the editor.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { args, find, initialization } from '../src/program';
import { Counterexample, headline, letter, Step, Walk } from '../src/trace';
import { count, icon, isLensData, status } from '../src/verdicts';

function step(thread: number, action: string, line: number, decisive = false): Step {
  const at = { line, character: 2 };
  return { thread, interval: 0, action, location: { uri: 'file:///k.cu', range: { start: at, end: at } }, decisive };
}

function counterexample(steps: Step[]): Counterexample {
  const at = { line: 3, character: 0 };
  return {
    kernel: 'reduce',
    finding: { range: { start: at, end: at }, message: 'data race on `s`\nnote: both', code: 'WP0102' },
    trace: {
      diagnostic: 0,
      grid: [1, 1, 1],
      block: [64, 1, 1],
      threads: ['block 0, thread 0 (warp 0, lane 0)', 'block 0, thread 32 (warp 1, lane 0)'],
      omitted: 0,
      steps,
    },
  };
}

describe('a walk through a counterexample', () => {
  const steps = [
    step(0, 'writes `s[0]`', 1),
    step(0, 'arrives at a barrier', 2),
    step(0, 'reads `s[32]`', 5, true),
    step(1, 'writes `s[32]`', 6, true),
  ];

  it('starts at the first step that the finding is about', () => {
    const walk = new Walk(counterexample(steps));
    assert.equal(walk.at, 2);
    assert.equal(walk.words(), 'step 3 of 4: A reads s[32]');
    assert.equal(new Walk(counterexample(steps.slice(0, 2))).at, 0);
  });

  it('stays inside and goes around the decisive steps', () => {
    const walk = new Walk(counterexample(steps));
    walk.go(99);
    assert.equal(walk.at, 3);
    walk.nextDecisive();
    assert.equal(walk.at, 2);
    walk.nextDecisive();
    assert.equal(walk.at, 3);
    walk.go(-1);
    assert.equal(walk.at, 0);
    const none = new Walk(counterexample(steps.slice(0, 2)));
    none.go(1);
    none.nextDecisive();
    assert.equal(none.at, 1);
  });

  it('marks where each thread is', () => {
    const walk = new Walk(counterexample(steps));
    const told = (): [number, boolean][] => walk.places().map(({ step, begun }) => [step.location.range.start.line, begun]);
    assert.deepEqual(told(), [[5, true], [6, false]]);
    walk.go(3);
    assert.deepEqual(told(), [[5, true], [6, true]]);
    const [a, b] = walk.places();
    assert.equal(walk.mark(a.step, a.begun), 'A: block 0, thread 0 (warp 0, lane 0), reads s[32] (interval 0)');
    assert.equal(walk.mark(b.step, false), 'B: block 0, thread 32 (warp 1, lane 0), not here yet');
    assert.deepEqual(new Walk(counterexample(steps.slice(0, 3))).places().length, 1);
  });

  it('has a headline', () => {
    assert.equal(headline(counterexample(steps)), 'data race on s');
    assert.deepEqual([letter(0), letter(1)], ['A', 'B']);
  });
});

describe('verdicts in words', () => {
  it('counts what is neither refuted nor proved as inconclusive', () => {
    const verdicts = ['refuted', 'proved', 'unknown', 'possible', 'proved-under', 'proved', 'something new'];
    assert.deepEqual(count(verdicts), { refuted: 1, proved: 2, inconclusive: 4 });
  });

  it('never looks proved where something is open', () => {
    const verified = (verdicts: string[], errors = 0): string => status({ kind: 'verified', verdicts, errors });
    assert.equal(verified(['proved', 'proved']), '$(pass) Warpproof: 2 proved');
    assert.equal(verified(['proved', 'unknown']), '$(question) Warpproof: 1 inconclusive, 1 proved');
    assert.equal(verified(['proved', 'refuted'], 1), '$(error) Warpproof: 1 refuted, 1 proved');
    assert.equal(verified(['proved'], 1), '$(question) Warpproof: 1 proved');
    assert.equal(verified([], 1), '$(error) Warpproof: not read');
    assert.equal(verified([]), '$(shield) Warpproof: no kernels');
    assert.match(status({ kind: 'verifying', what: 'verifying k.cu' }), /sync~spin.*verifying k\.cu/);
    assert.match(status({ kind: 'missing' }), /not found/);
    assert.notEqual(icon('unusual-launch'), icon('proved'));
  });

  it('knows the data of a lens', () => {
    assert.ok(isLensData({ kernel: 'k', verdict: 'proved' }));
    for (const data of [undefined, null, {}, { kernel: 'k' }, 'k']) {
      assert.ok(!isLensData(data));
    }
  });
});

describe('the program', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warpproof-'));
  const program = path.join(folder, 'bin', 'warpproof');
  fs.mkdirSync(path.dirname(program));
  fs.writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'text'), '', { mode: 0o644 });
  after(() => fs.rmSync(folder, { recursive: true }));

  it('is looked for on PATH by name', () => {
    const search = ['', '/no/such/folder', folder, path.dirname(program)].join(path.delimiter);
    assert.equal(find('warpproof', undefined, search), program);
    assert.equal(find('', undefined, search), program);
    assert.equal(find('text', undefined, search), undefined, 'no program');
    assert.equal(find('bin', undefined, search), undefined, 'a folder');
    assert.equal(find('warpproof', folder, ''), undefined);
  });

  it('is a path where the setting has folders', () => {
    assert.equal(find(program, undefined, ''), program);
    assert.equal(find('bin/warpproof', folder, ''), program);
    assert.equal(find('${workspaceFolder}/bin/warpproof', folder, ''), program);
    assert.equal(find('bin/other', folder, ''), undefined);
    assert.ok(find('~/no/such/program', folder, '') === undefined);
  });

  it('gets options and choices', () => {
    const settings = { path: '', options: ['--block=64'], timeout: 20, preconditions: true, fixes: false };
    assert.deepEqual(args(settings), ['lsp', '--block=64', '--timeout=20']);
    assert.deepEqual(args({ ...settings, options: [], timeout: 0 }), ['lsp']);
    assert.deepEqual(initialization(settings), { preconditions: true, fixes: false, traces: true });
  });
});

describe('the manifest', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../../package.json'), 'utf8'));
  const source = fs.readdirSync(path.join(__dirname, '../../src'));
  const text = source.map((name) => fs.readFileSync(path.join(__dirname, '../../src', name), 'utf8')).join('\n');

  it('has every command that the source registers, but for those of lenses and rows', () => {
    const listed = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    const registered = [...text.matchAll(/registerCommand\('([^']+)'/g)].map((match) => match[1]);
    const inner = ['warpproof.goto', 'warpproof.explain'];
    assert.deepEqual([...listed, ...inner].sort(), registered.sort());
  });

  it('has every setting that the source reads', () => {
    const listed = Object.keys(manifest.contributes.configuration.properties);
    const used = [...text.matchAll(/setting(?:<[^>]*>)?\('([^']+)'/g)].map((match) => `warpproof.${match[1]}`);
    assert.deepEqual([...new Set(used)].sort(), listed.sort());
  });
});
