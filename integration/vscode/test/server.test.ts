// The extension in a model of the editor, with the real server over standard input and output. WARPPROOF names the
// program; without it these tests are skipped.

import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as extension from '../src/extension';
import { Decoration, Document, Editor, model, Range, Uri } from './mock/vscode';

const RACY = `__global__ void reduce(int *out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  __syncthreads();
  for (int half = 32; half > 0; half = half / 2) {
    if (i < half) {
      int other = s[i + half];
      s[i] += other;
    }
  }
  if (i == 0) out[blockIdx.x] = s[0];
}

__global__ void fill(int *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
`;
const MENDED = RACY.replace('    }\n  }\n', '    }\n    __syncthreads();\n  }\n');
const NARROW = `__global__ void narrow(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
`;

interface Lens {
  range: Range;
  command: { title: string; command: string; arguments: unknown[] };
}

interface Action {
  title: string;
  command?: { command: string; arguments: unknown[] };
  edit?: { edits: [Uri, { newText: string; range: Range }[]][] };
}

/** Waits for what takes as long as a verification. */
async function until<T>(what: string, get: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 200_000;
  for (;;) {
    const value = await get();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `${what}: ${status()}; ${model.errors.join('; ')}`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

const status = (): string => model.items.at(-1)?.text ?? '';
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };

async function lenses(document: Document): Promise<Lens[]> {
  const [provider] = model.providers.get('lens') as { provideCodeLenses(d: Document, t: unknown): Promise<Lens[]> }[];
  return (await provider.provideCodeLenses(document, token)) ?? [];
}

async function actions(document: Document, line: number): Promise<Action[]> {
  type Provider = { provideCodeActions(d: Document, r: Range, c: unknown, t: unknown): Promise<Action[]> };
  const [provider] = model.providers.get('action') as Provider[];
  const context = { diagnostics: [], triggerKind: 1, only: undefined };
  return (await provider.provideCodeActions(document, new Range(line, 0, line, 0), context, token)) ?? [];
}

describe('the extension with the server', function () {
  this.timeout(240_000);
  const program = process.env['WARPPROOF'];
  let folder: string;
  let document: Document;
  const subscriptions: { dispose(): unknown }[] = [];

  function open(name: string, text: string): Document {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    const made = new Document(Uri.file(file), 'cuda-cpp', text);
    model.documents = [made];
    model.active = new Editor(made);
    model.editors = [model.active];
    return made;
  }

  /** Types a text, and saves it. */
  function edit(text: string, save: boolean): void {
    document.set(text);
    model.changed.fire({ document, contentChanges: [{ text }] });
    if (save) {
      fs.writeFileSync(document.fileName, text);
      model.saved.fire(document);
    }
  }

  before(function () {
    if (program === undefined) {
      this.skip();
    }
  });

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'warpproof-')));
    model.settings = new Map<string, unknown>([
      ['warpproof.path', program],
      ['warpproof.options', ['--block=64', '--no-cache']],
    ]);
    model.errors.length = 0;
    model.items.length = 0;
  });

  afterEach(async () => {
    await extension.deactivate();
    subscriptions.splice(0).forEach((one) => one.dispose());
    fs.rmSync(folder, { recursive: true });
  });

  const start = (): Promise<extension.Api> => extension.activate({ subscriptions } as never);

  it('shows verdicts, and steps through a counterexample', async () => {
    document = open('k.cu', RACY);
    const api = await start();
    await until('verified', () => status().includes('refuted'));
    assert.equal(status(), '$(error) Warpproof: 1 refuted, 1 proved');
    const found = model.diagnostics.get(document.uri.toString()) as { code: { value: string } }[];
    assert.equal(found[0].code.value, 'WP0102');

    const shown = await lenses(document);
    const titles = shown.map((lens) => lens.command.title);
    assert.match(titles[0], /^\$\(error\) Warpproof: refuted: races · proved: /);
    assert.match(titles[1], /Step through the counterexample/);
    assert.match(titles[2], /^\$\(pass\) Warpproof: proved/);
    assert.deepEqual(shown.map((lens) => lens.range.start.line), [0, 0, 14]);

    // As a click on the lens does.
    const { command, arguments: values } = shown[1].command;
    await model.commands.get(command)?.(...values);
    assert.equal(model.contexts.get('warpproof.stepping'), true);
    assert.match(model.tree?.message ?? '', /^A: block 0, thread \d+ \(warp \d, lane \d+\); B: block 0, thread/);
    const walk = api.stepping.current;
    assert.ok(walk?.current.decisive);
    const marks = (): string[] => {
      const all = [...(model.active?.decorations.values() ?? [])].flat() as Decoration[];
      return all.map((mark) => `${mark.range.start.line} ${mark.renderOptions.after.contentText}`);
    };
    assert.equal(marks().length, 2, 'both threads are marked');
    assert.match(marks()[0], /^[78] A: block 0, thread \d+ \(warp \d, lane \d+\), (reads|writes) s\[\d+\] \(interval 1\)$/);
    const before = walk.at;
    await model.commands.get('warpproof.previous')?.();
    assert.equal(walk.at, before - 1);
    await model.commands.get('warpproof.nextDecisive')?.();
    await model.commands.get('warpproof.nextDecisive')?.();
    assert.ok(walk.current.decisive && walk.at !== before, 'the access of the other thread');
    assert.match(marks()[1], /^[78] B: block 0, thread \d+ .*(reads|writes) s\[\d+\]/);
    await model.commands.get('warpproof.goto')?.(0);
    assert.equal(walk.at, 0);
    const rows = api.stepping.getChildren().map((index) => api.stepping.getTreeItem(index));
    assert.ok(rows.length >= 4 && rows.every((row) => /^[AB] /.test(String(row.label))), 'a row for each step');

    // An edit ends it: the steps are those of another text.
    edit(MENDED, true);
    await until('left', () => model.contexts.get('warpproof.stepping') === false);
    assert.deepEqual(marks(), []);
    await until('proved', () => status().includes('2 proved'));
    assert.equal(status(), '$(pass) Warpproof: 2 proved');
    assert.deepEqual(api.counterexamples(document.uri as never), []);
  });

  it('offers preconditions', async () => {
    model.settings.set('warpproof.preconditions', true);
    model.settings.set('warpproof.fixes', false);
    model.settings.set('warpproof.options', ['--no-cache']);
    document = open('n.cu', NARROW);
    await start();
    const offered = await until('actions', async () => {
      const found = await actions(document, 2);
      return found.some((action) => action.edit) && found;
    });
    const paste = offered.find((action) => action.title.includes('`//@ requires blockDim.x <= 64;`'));
    const [[uri, [change]]] = paste?.edit?.edits ?? [];
    assert.equal(uri.toString(), document.uri.toString());
    assert.equal(change.newText, '//@ requires blockDim.x <= 64;\n');
    edit(change.newText + NARROW, true);
    await until('proved', () => status().includes('1 proved'));
  });

  it('offers fixes and steps', async () => {
    document = open('r.cu', RACY);
    await start();
    await until('verified', () => status().includes('refuted'));
    const found = model.diagnostics.get(document.uri.toString()) as { range: Range }[];
    const all = await actions(document, found[0].range.start.line);
    const fix = all.find((action) => action.title.startsWith('insert `__syncthreads();`'));
    assert.ok(fix?.edit?.edits[0][1][0].newText.includes('__syncthreads();'), JSON.stringify(all));
    const stepping = all.find((action) => action.command?.command === 'warpproof.step');
    assert.match(stepping?.title ?? '', /^Step through the counterexample: data race on s/);
    assert.deepEqual(await actions(document, 15), [], 'nothing to do in a kernel that is proved');
  });

  it('says what is missing, and starts when it is there', async () => {
    document = open('k.cu', RACY);
    model.settings.set('warpproof.path', 'no-such-program');
    const api = await start();
    assert.equal(status(), '$(warning) Warpproof: not found');
    assert.match(model.errors[0], /the program `no-such-program` was not found\. Install it/);
    assert.ok(!api.running());
    model.settings.set('warpproof.path', program);
    model.configured.fire({ affectsConfiguration: (section) => section === 'warpproof' });
    await until('started', () => api.running());
    await until('verified', () => status().includes('refuted'));
    await model.commands.get('warpproof.restart')?.();
    assert.ok(api.running());
    await until('verified again', () => status().includes('refuted'));
  });

  it('says why a server does not start', async () => {
    document = open('k.cu', RACY);
    model.settings.set('warpproof.options', ['--nosuch']);
    const api = await start();
    assert.match(model.errors.join(), /does not start/);
    assert.equal(status(), '$(circle-slash) Warpproof: stopped');
    assert.ok(!api.running());
  });
});
