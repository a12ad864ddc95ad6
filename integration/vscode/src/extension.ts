// The extension: a client of `warpproof lsp` with lines above kernels, a walk through counterexamples, and a status bar.

import * as vscode from 'vscode';
import {
  DocumentSelector,
  LanguageClient,
  LanguageClientOptions,
  Middleware,
  RevealOutputChannelOn,
  Trace as LogLevel,
} from 'vscode-languageclient/node';
import * as program from './program';
import { Stepping } from './stepping';
import { Counterexample, headline } from './trace';
import { icon, isLensData, LensData, State, status } from './verdicts';

/** What is known of a document. */
interface Known {
  lenses: { range: vscode.Range; title: string; data: LensData }[];
  counterexamples: Counterexample[];
  errors: number;
}

/** What other extensions and tests may use. */
export interface Api {
  /** The text of the status bar. */
  status(): string;
  /** The counterexamples of a document. */
  counterexamples(uri: vscode.Uri): Counterexample[];
  stepping: Stepping;
  running(): boolean;
}

let extension: Extension | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  extension = new Extension(context);
  await extension.start();
  return extension.api;
}

export async function deactivate(): Promise<void> {
  await extension?.stop();
}

class Extension {
  private client: LanguageClient | undefined;
  private readonly output = vscode.window.createOutputChannel('Warpproof');
  private readonly item = vscode.window.createStatusBarItem('warpproof', vscode.StatusBarAlignment.Left, 10);
  private readonly stepping = new Stepping();
  private readonly known = new Map<string, Known>();
  /** Questions to the server about documents that are not answered yet. */
  private readonly learning = new Map<string, Promise<void>>();
  private readonly running = new Map<string, string>();
  private state: State = { kind: 'stopped' };

  constructor(context: vscode.ExtensionContext) {
    this.item.name = 'Warpproof';
    this.item.command = 'warpproof.kernels';
    context.subscriptions.push(
      this.output,
      this.item,
      this.stepping,
      vscode.commands.registerCommand('warpproof.restart', () => this.restart()),
      vscode.commands.registerCommand('warpproof.kernels', () => this.kernels()),
      vscode.commands.registerCommand('warpproof.step', (uri?: string, index?: number) => this.step(uri, index)),
      vscode.commands.registerCommand('warpproof.explain', (uri: string, line: number, character: number) =>
        this.explain(uri, line, character),
      ),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('warpproof')) {
          void this.restart();
        }
      }),
    );
  }

  get api(): Api {
    return {
      status: () => status(this.state),
      counterexamples: (uri) => this.known.get(uri.toString())?.counterexamples ?? [],
      stepping: this.stepping,
      running: () => this.client?.isRunning() ?? false,
    };
  }

  async start(): Promise<void> {
    const settings = read();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const command = program.find(settings.path, folder, process.env['PATH'] ?? '');
    if (command === undefined) {
      this.show({ kind: 'missing' });
      void this.missing(settings.path);
      return;
    }
    const run = { command, args: program.args(settings), options: folder === undefined ? {} : { cwd: folder } };
    const options: LanguageClientOptions = {
      documentSelector: selector(),
      initializationOptions: program.initialization(settings),
      middleware: this.middleware(),
      outputChannel: this.output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
    };
    const client = new LanguageClient('warpproof', 'Warpproof', run, options);
    this.client = client;
    try {
      await client.start();
      await client.setTrace(LogLevel.fromString(setting<string>('trace.server', 'off')));
      this.show({ kind: 'idle' });
    } catch (error) {
      // A client that has not started can be neither stopped nor disposed of.
      this.client = undefined;
      this.show({ kind: 'stopped' });
      const choice = await vscode.window.showErrorMessage(
        `Warpproof: the server \`${command} ${run.args.join(' ')}\` does not start: ${String(error)}`,
        'Show Log',
      );
      if (choice === 'Show Log') {
        this.output.show();
      }
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.known.clear();
    this.learning.clear();
    this.running.clear();
    await this.stepping.leave();
    this.show({ kind: 'stopped' });
    if (client?.isRunning()) {
      await client.dispose();
    }
  }

  private async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private async missing(name: string): Promise<void> {
    const choice = await vscode.window.showErrorMessage(
      `Warpproof: the program \`${name}\` was not found. ${program.INSTALL}`,
      'How to Install',
      'Open Settings',
    );
    if (choice === 'How to Install') {
      await vscode.env.openExternal(vscode.Uri.parse(program.INSTALL_PAGE));
    } else if (choice === 'Open Settings') {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'warpproof.path');
    }
  }

  private middleware(): Middleware {
    return {
      handleDiagnostics: (uri, diagnostics, next) => {
        next(uri, diagnostics);
        this.learning.set(uri.toString(), this.learn(uri, diagnostics));
      },
      provideCodeLenses: async (document, token, next) => {
        const lenses = (await next(document, token)) ?? [];
        await this.learning.get(document.uri.toString());
        return setting('lenses', true) ? lenses.flatMap((lens) => this.lenses(document, lens)) : [];
      },
      provideCodeActions: async (document, range, context, token, next) => {
        const actions = (await next(document, range, context, token)) ?? [];
        return [...actions, ...this.actions(document, range)];
      },
      // The status bar shows it, and the file's own result behind it.
      handleWorkDoneProgress: (token, params) => {
        if (params.kind === 'end') {
          this.running.delete(String(token));
        } else if (params.kind === 'begin') {
          this.running.set(String(token), params.message ?? params.title);
        }
        this.refresh();
      },
    };
  }

  /** Asks the server for what belongs to the diagnostics that it has sent. */
  private async learn(uri: vscode.Uri, diagnostics: readonly vscode.Diagnostic[]): Promise<void> {
    const key = uri.toString();
    const document = { textDocument: { uri: this.client?.code2ProtocolConverter.asUri(uri) ?? key } };
    try {
      const sent = await this.client?.sendRequest<WireLens[] | null>('textDocument/codeLens', document);
      const lenses = (sent ?? []).flatMap(({ range: { start, end }, command, data }) => {
        const range = new vscode.Range(start.line, start.character, end.line, end.character);
        return isLensData(data) ? [{ range, title: command?.title ?? '', data }] : [];
      });
      const counterexamples = (await this.client?.sendRequest<Counterexample[]>('warpproof/traces', document)) ?? [];
      const errors = diagnostics.filter((d) => d.severity === vscode.DiagnosticSeverity.Error).length;
      this.known.set(key, { lenses, counterexamples, errors });
    } catch (error) {
      // The server may have been stopped in between; an older one does not know the second request.
      this.output.appendLine(`no counterexamples: ${String(error)}`);
    }
    this.refresh();
  }

  /** The line of the server with a command, and one that leads into each counterexample of the kernel. */
  private lenses(document: vscode.TextDocument, lens: vscode.CodeLens): vscode.CodeLens[] {
    const data = (lens as vscode.CodeLens & { data?: unknown }).data;
    if (!isLensData(data) || !lens.command) {
      return [lens];
    }
    const uri = document.uri.toString();
    const { start } = lens.range;
    const title = `${icon(data.verdict)} ${lens.command.title}`;
    const explain = { title, command: 'warpproof.explain', arguments: [uri, start.line, start.character] };
    const shown = [new vscode.CodeLens(lens.range, explain)];
    const all = this.known.get(uri)?.counterexamples ?? [];
    all.forEach((counterexample, index) => {
      if (counterexample.kernel === data.kernel) {
        const title = '$(debug-alt) Step through the counterexample';
        const command = { title, tooltip: headline(counterexample), command: 'warpproof.step', arguments: [uri, index] };
        shown.push(new vscode.CodeLens(lens.range, command));
      }
    });
    return shown;
  }

  private actions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const uri = document.uri.toString();
    const all = this.known.get(uri)?.counterexamples ?? [];
    return all.flatMap((counterexample, index) => {
      const { start, end } = counterexample.finding.range;
      if (end.line < range.start.line || range.end.line < start.line) {
        return [];
      }
      const title = `Step through the counterexample: ${headline(counterexample)}`;
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.command = { title, command: 'warpproof.step', arguments: [uri, index] };
      return [action];
    });
  }

  private async step(uri?: string, index?: number): Promise<void> {
    const key = uri ?? vscode.window.activeTextEditor?.document.uri.toString() ?? '';
    const all = this.known.get(key)?.counterexamples ?? [];
    const chosen = index === undefined ? await this.choose(all) : all[index];
    if (chosen) {
      await this.stepping.start(chosen);
    } else if (all.length === 0) {
      void vscode.window.showInformationMessage('Warpproof: this file has no counterexample, or was edited since.');
    }
  }

  private async choose(all: Counterexample[]): Promise<Counterexample | undefined> {
    if (all.length < 2) {
      return all[0];
    }
    const items = all.map((counterexample) => ({
      label: headline(counterexample),
      description: counterexample.kernel,
      counterexample,
    }));
    return (await vscode.window.showQuickPick(items, { placeHolder: 'Counterexample' }))?.counterexample;
  }

  /** The kernels of the file, to go to one. */
  private async kernels(): Promise<void> {
    if (!this.client) {
      await this.restart();
      return;
    }
    const editor = vscode.window.activeTextEditor;
    const known = editor && this.known.get(editor.document.uri.toString());
    if (!editor || !known || known.lenses.length === 0) {
      void vscode.window.showInformationMessage('Warpproof: nothing is known of kernels in this file.');
      return;
    }
    const items = known.lenses.map(({ range, title, data }) => ({
      label: `${icon(data.verdict)} ${data.kernel}`,
      detail: title.replace(/^Warpproof: /, ''),
      range,
    }));
    const chosen = await vscode.window.showQuickPick(items, { placeHolder: 'Kernel' });
    if (chosen) {
      editor.selection = new vscode.Selection(chosen.range.start, chosen.range.start);
      editor.revealRange(chosen.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  /** Shows verdicts, assumptions and preconditions of a kernel: its hover. */
  private async explain(uri: string, line: number, character: number): Promise<void> {
    const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri));
    const place = new vscode.Position(line, character);
    editor.selection = new vscode.Selection(place, place);
    await vscode.commands.executeCommand('editor.action.showHover');
  }

  /** The status of the active file, or the verification that is under way. */
  private refresh(): void {
    if (!this.client) {
      return;
    }
    const what = [...this.running.values()].at(-1);
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const known = uri === undefined ? undefined : this.known.get(uri);
    if (what !== undefined) {
      this.show({ kind: 'verifying', what });
    } else if (known) {
      this.show({ kind: 'verified', verdicts: known.lenses.map((l) => l.data.verdict), errors: known.errors });
    } else {
      this.show({ kind: 'idle' });
    }
  }

  private show(state: State): void {
    this.state = state;
    this.item.text = status(state);
    this.item.tooltip = state.kind === 'missing' ? program.INSTALL : 'Verdicts on the kernels of this file';
    this.item.show();
  }
}

/** A lens as the protocol has it. */
interface WireLens {
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  command?: { title: string };
  data?: unknown;
}

function setting<T>(name: string, otherwise: T): T {
  return vscode.workspace.getConfiguration('warpproof').get<T>(name, otherwise);
}

function read(): program.Settings {
  return {
    path: setting('path', 'warpproof'),
    options: setting<string[]>('options', []),
    timeout: setting('timeout', 0),
    preconditions: setting('preconditions', false),
    fixes: setting('fixes', true),
  };
}

/** The documents of the server. It leaves C++ files alone that include no header of HIP. */
function selector(): DocumentSelector {
  const kernels = [{ scheme: 'file', pattern: '**/*.{cu,cuh,cl,ocl,hip,cpp,cc,cxx,h,hh,hpp,hxx}' }];
  const python = setting('python', false) ? [{ scheme: 'file', language: 'python' }] : [];
  return [...kernels, ...python];
}
