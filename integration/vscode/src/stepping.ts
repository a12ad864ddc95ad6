// Walking through a counterexample in the editor: both threads are marked in the source, a view lists the steps.

import * as vscode from 'vscode';
import { Counterexample, headline, letter, plain, Step, Walk } from './trace';

/** The context that menus and keys depend on. */
const CONTEXT = 'warpproof.stepping';

export class Stepping implements vscode.TreeDataProvider<number>, vscode.Disposable {
  private walk: Walk | undefined;
  private readonly changed = new vscode.EventEmitter<number | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly marks: vscode.TextEditorDecorationType[];
  private readonly view: vscode.TreeView<number>;
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    const mark = (background: string, ruler: string): vscode.TextEditorDecorationType =>
      vscode.window.createTextEditorDecorationType({
        backgroundColor: new vscode.ThemeColor(background),
        isWholeLine: true,
        overviewRulerColor: new vscode.ThemeColor(ruler),
        overviewRulerLane: vscode.OverviewRulerLane.Full,
        after: { margin: '0 0 0 2em', color: new vscode.ThemeColor('editorCodeLens.foreground') },
      });
    this.marks = [
      mark('diffEditor.removedLineBackground', 'editorOverviewRuler.errorForeground'),
      mark('editor.findMatchHighlightBackground', 'editorOverviewRuler.warningForeground'),
    ];
    this.view = vscode.window.createTreeView('warpproof.steps', { treeDataProvider: this });
    this.subscriptions = [
      vscode.commands.registerCommand('warpproof.next', () => this.move((walk) => walk.go(walk.at + 1))),
      vscode.commands.registerCommand('warpproof.previous', () => this.move((walk) => walk.go(walk.at - 1))),
      vscode.commands.registerCommand('warpproof.nextDecisive', () => this.move((walk) => walk.nextDecisive())),
      vscode.commands.registerCommand('warpproof.goto', (to: number) => this.move((walk) => walk.go(to))),
      vscode.commands.registerCommand('warpproof.leave', () => this.leave()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.paint()),
      // Steps are places in the text that was verified.
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.contentChanges.length > 0 && this.files().has(event.document.uri.toString())) {
          void this.leave();
        }
      }),
    ];
  }

  /** The walk that is under way. */
  get current(): Walk | undefined {
    return this.walk;
  }

  async start(counterexample: Counterexample): Promise<void> {
    this.walk = new Walk(counterexample);
    const { threads, omitted } = counterexample.trace;
    const names = threads.map((thread, index) => `${letter(index)}: ${thread}`).join('; ');
    this.view.title = 'Counterexample';
    this.view.description = headline(counterexample);
    this.view.message = omitted > 0 ? `${names}. ${omitted} earlier steps are left out.` : names;
    await vscode.commands.executeCommand('setContext', CONTEXT, true);
    this.changed.fire(undefined);
    await this.show();
    // Opens the view, which is folded at first.
    await this.view.reveal(this.walk.at, { select: true, focus: false });
  }

  async leave(): Promise<void> {
    this.walk = undefined;
    await vscode.commands.executeCommand('setContext', CONTEXT, false);
    this.changed.fire(undefined);
    this.paint();
  }

  private async move(how: (walk: Walk) => void): Promise<void> {
    if (this.walk) {
      how(this.walk);
      await this.show();
    }
  }

  private files(): Set<string> {
    return new Set(this.walk?.steps.map((step) => normal(step.location.uri)));
  }

  /** Shows the current step: its file, its line, both marks, and its row in the view. */
  private async show(): Promise<void> {
    const walk = this.walk;
    if (!walk) {
      return;
    }
    const { uri, range } = walk.current.location;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const editor = await vscode.window.showTextDocument(document, { preserveFocus: false });
    const place = rangeOf(range);
    editor.selection = new vscode.Selection(place.start, place.start);
    editor.revealRange(place, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    this.paint();
    vscode.window.setStatusBarMessage(`$(debug-alt) ${walk.words()}`, 10_000);
    if (this.view.visible) {
      await this.view.reveal(walk.at, { select: true, focus: false });
    }
  }

  private paint(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const uri = editor.document.uri.toString();
      this.marks.forEach((mark, thread) => {
        const here = this.walk?.places().filter(({ step }) => {
          return step.thread % this.marks.length === thread && normal(step.location.uri) === uri;
        });
        const options = (here ?? []).map(({ step, begun }) => ({
          range: rangeOf(step.location.range),
          hoverMessage: this.walk?.counterexample.trace.threads[step.thread],
          renderOptions: { after: { contentText: this.walk?.mark(step, begun) } },
        }));
        editor.setDecorations(mark, options);
      });
    }
  }

  getChildren(parent?: number): number[] {
    return parent === undefined && this.walk ? this.walk.steps.map((_, index) => index) : [];
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem(index: number): vscode.TreeItem {
    const step = this.walk?.steps[index] as Step;
    const item = new vscode.TreeItem(`${letter(step.thread)} ${plain(step.action)}`);
    item.id = `${index}`;
    const line = step.location.range.start.line + 1;
    item.description = `line ${line}, interval ${step.interval}`;
    item.iconPath = new vscode.ThemeIcon(step.decisive ? 'target' : 'circle-small');
    item.command = { command: 'warpproof.goto', title: 'Go to this step', arguments: [index] };
    return item;
  }

  dispose(): void {
    this.walk = undefined;
    vscode.Disposable.from(...this.subscriptions, ...this.marks, this.view, this.changed).dispose();
  }
}

/** A URI as the editor writes it. */
function normal(uri: string): string {
  return vscode.Uri.parse(uri).toString();
}

function rangeOf({ start, end }: { start: Position; end: Position }): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

interface Position {
  line: number;
  character: number;
}
