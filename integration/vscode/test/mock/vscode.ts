// A model of the part of the editor's interface that the extension and its client library use. Documents, providers and
// diagnostics are kept, so that tests can do what a person does; everything else does nothing.

import * as path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...at: [Position, Position] | [number, number, number, number]) {
    [this.start, this.end] = at.length === 2 ? at : [new Position(at[0], at[1]), new Position(at[2], at[3])];
  }
}

class Selection extends Range {}

export class Uri {
  private constructor(private readonly text: string) {}
  static file(file: string): Uri {
    return new Uri(pathToFileURL(file).toString());
  }
  static parse(text: string): Uri {
    return new Uri(text);
  }
  get scheme(): string {
    return new URL(this.text).protocol.slice(0, -1);
  }
  get fsPath(): string {
    return fileURLToPath(this.text);
  }
  get path(): string {
    return new URL(this.text).pathname;
  }
  toString(): string {
    return this.text;
  }
}

class EventEmitter<T> {
  private readonly listeners = new Set<(event: T) => unknown>();
  readonly event = (listener: (event: T) => unknown, self?: unknown): Disposable => {
    const bound = self === undefined ? listener : listener.bind(self);
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };
  fire(event: T): void {
    [...this.listeners].forEach((listener) => listener(event));
  }
  dispose(): void {
    this.listeners.clear();
  }
}

class Disposable {
  constructor(private readonly end: () => unknown) {}
  static from(...all: { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
  dispose(): void {
    this.end();
  }
}

export class Document {
  version = 1;
  readonly isUntitled = false;
  readonly isClosed = false;
  readonly eol = 1;
  constructor(
    readonly uri: Uri,
    readonly languageId: string,
    private text: string,
  ) {}
  get fileName(): string {
    return this.uri.fsPath;
  }
  getText(): string {
    return this.text;
  }
  set(text: string): void {
    this.text = text;
    this.version += 1;
  }
}

export interface Decoration {
  range: Range;
  renderOptions: { after: { contentText: string } };
}

export class Editor {
  selection: Selection | undefined;
  readonly decorations = new Map<unknown, Decoration[]>();
  constructor(readonly document: Document) {}
  setDecorations(type: unknown, decorations: Decoration[]): void {
    this.decorations.set(type, decorations);
  }
  revealRange(): void {}
}

/** What the model remembers, and what a person does to it. */
export const model = {
  settings: new Map<string, unknown>(),
  documents: [] as Document[],
  editors: [] as Editor[],
  active: undefined as Editor | undefined,
  commands: new Map<string, (...values: unknown[]) => unknown>(),
  contexts: new Map<string, unknown>(),
  diagnostics: new Map<string, unknown[]>(),
  providers: new Map<string, unknown[]>(),
  errors: [] as string[],
  informations: [] as string[],
  items: [] as { text: string }[],
  tree: undefined as { message?: string; description?: string } | undefined,
  answers: [] as unknown[],
  opened: new EventEmitter<Document>(),
  changed: new EventEmitter<{ document: Document; contentChanges: unknown[]; reason?: number }>(),
  saved: new EventEmitter<Document>(),
  configured: new EventEmitter<{ affectsConfiguration(section: string): boolean }>(),
};

/** Classes of the interface that are only derived from or made, with their fields in the order of construction. */
function record(...names: string[]): new (...values: unknown[]) => object {
  return class {
    constructor(...values: unknown[]) {
      values.slice(0, names.length).forEach((value, index) => Object.assign(this, { [names[index]]: value }));
    }
  };
}

const nothing = (): Disposable => new Disposable(() => undefined);
const never = (): Disposable => nothing();

/** What has no model: events never happen, functions do nothing, classes are empty. */
function loose<T extends object>(known: T): T {
  return new Proxy(known, {
    get(target, name) {
      if (name in target || typeof name === 'symbol') {
        return Reflect.get(target, name);
      }
      if (/^on(Did|Will)/.test(name)) {
        return never;
      }
      return /^[A-Z]/.test(name) ? record() : nothing;
    },
  });
}

const provide =
  (kind: string) =>
  (_selector: unknown, provider: unknown): Disposable => {
    model.providers.set(kind, [...(model.providers.get(kind) ?? []), provider]);
    return new Disposable(() => {
      model.providers.set(kind, (model.providers.get(kind) ?? []).filter((one) => one !== provider));
    });
  };

interface Filter {
  scheme?: string;
  language?: string;
  pattern?: string;
}

const languages = loose({
  match: (selector: Filter[] | Filter, document: Document): number => {
    const one = ({ scheme, language, pattern }: Filter): boolean =>
      (scheme === undefined || scheme === document.uri.scheme) &&
      (language === undefined || language === document.languageId) &&
      (pattern === undefined || path.matchesGlob?.(document.fileName, pattern) !== false);
    return [selector].flat().some(one) ? 10 : 0;
  },
  createDiagnosticCollection: () => ({
    set: (uri: Uri, diagnostics: unknown[]) => void model.diagnostics.set(uri.toString(), diagnostics),
    delete: (uri: Uri) => void model.diagnostics.delete(uri.toString()),
    clear: () => model.diagnostics.clear(),
    forEach: () => undefined,
    get: (uri: Uri) => model.diagnostics.get(uri.toString()),
    dispose: () => undefined,
  }),
  registerHoverProvider: provide('hover'),
  registerCodeLensProvider: provide('lens'),
  registerCodeActionsProvider: provide('action'),
});

const channel = (): object => loose({ appendLine: () => undefined, append: () => undefined, show: () => undefined });

const window = loose({
  get activeTextEditor() {
    return model.active;
  },
  get visibleTextEditors() {
    return model.editors;
  },
  tabGroups: loose({ all: [], onDidChangeTabs: never, onDidChangeTabGroups: never }),
  createOutputChannel: channel,
  createStatusBarItem: () => {
    const item = loose({ text: '' });
    model.items.push(item);
    return item;
  },
  createTextEditorDecorationType: () => ({ dispose: () => undefined }),
  createTreeView: () => {
    const view = loose({ visible: false, message: undefined, description: undefined });
    model.tree = view;
    return view;
  },
  showTextDocument: async (shown: Document | Uri) => {
    const document = shown instanceof Document ? shown : await workspace.openTextDocument(shown);
    const open = model.editors.find((editor) => editor.document === document) ?? new Editor(document);
    model.editors = [...new Set([...model.editors, open])];
    model.active = open;
    return open;
  },
  showErrorMessage: async (text: string) => {
    model.errors.push(text);
    return model.answers.shift();
  },
  showInformationMessage: async (text: string) => void model.informations.push(text),
  showQuickPick: async (items: unknown[]) => items[model.answers.shift() as number],
});

const workspace = loose({
  workspaceFolders: undefined,
  get textDocuments() {
    return model.documents;
  },
  notebookDocuments: [],
  isTrusted: true,
  getConfiguration: (section?: string) => ({
    get: (name: string, otherwise: unknown) => model.settings.get(`${section}.${name}`) ?? otherwise,
  }),
  openTextDocument: async (uri: Uri) => {
    const known = model.documents.find((document) => document.uri.toString() === uri.toString());
    if (!known) {
      throw new Error(`${uri} is not open`);
    }
    return known;
  },
  createFileSystemWatcher: () => loose({}),
  onDidOpenTextDocument: model.opened.event,
  onDidChangeTextDocument: model.changed.event,
  onDidSaveTextDocument: model.saved.event,
  onDidChangeConfiguration: model.configured.event,
  applyEdit: async () => true,
});

const commands = loose({
  registerCommand: (name: string, run: (...values: unknown[]) => unknown) => {
    model.commands.set(name, run);
    return new Disposable(() => model.commands.delete(name));
  },
  executeCommand: async (name: string, ...values: unknown[]) => {
    if (name === 'setContext') {
      model.contexts.set(values[0] as string, values[1]);
    }
    return model.commands.get(name)?.(...values);
  },
});

class Kind {
  constructor(readonly value: string) {}
  static readonly Empty = new Kind('');
  static readonly QuickFix = new Kind('quickfix');
  append(part: string): Kind {
    return new Kind(this.value === '' ? part : `${this.value}.${part}`);
  }
  contains(other: Kind): boolean {
    return other.value.startsWith(this.value);
  }
}

const enumeration = (...names: string[]): Record<string, number> =>
  Object.fromEntries(names.map((name, index) => [name, index]));

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: never };
  cancel(): void {}
  dispose(): void {}
}

/** The module. */
export const vscode = loose({
  version: '1.90.0',
  Position,
  Range,
  Selection,
  Uri,
  EventEmitter,
  Disposable,
  CancellationTokenSource,
  CancellationError: class extends Error {},
  CodeActionKind: Kind,
  CodeAction: record('title', 'kind'),
  CodeLens: record('range', 'command'),
  Diagnostic: record('range', 'message', 'severity'),
  DiagnosticRelatedInformation: record('location', 'message'),
  Hover: record('contents', 'range'),
  Location: record('uri', 'range'),
  MarkdownString: record('value'),
  ThemeColor: record('id'),
  ThemeIcon: record('id'),
  TreeItem: record('label'),
  TextEdit: class {
    constructor(
      readonly range: Range,
      readonly newText: string,
    ) {}
  },
  WorkspaceEdit: class {
    readonly edits: [Uri, unknown[]][] = [];
    set(uri: Uri, edits: unknown[]): void {
      this.edits.push([uri, edits]);
    }
  },
  DiagnosticSeverity: enumeration('Error', 'Warning', 'Information', 'Hint'),
  DiagnosticTag: { Unnecessary: 1, Deprecated: 2 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  OverviewRulerLane: { Left: 1, Center: 2, Right: 4, Full: 7 },
  TextEditorRevealType: enumeration('Default', 'InCenter', 'InCenterIfOutsideViewport', 'AtTop'),
  TextDocumentSaveReason: { Manual: 1, AfterDelay: 2, FocusOut: 3 },
  TextDocumentChangeReason: { Undo: 1, Redo: 2 },
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  ViewColumn: { Active: -1 },
  LogLevel: enumeration('Off', 'Trace', 'Debug', 'Info', 'Warning', 'Error'),
  env: loose({ appName: 'model', language: 'en', openExternal: async () => true }),
  languages,
  window,
  workspace,
  commands,
  extensions: loose({ all: [], getExtension: () => undefined }),
  l10n: { t: (text: string) => text },
});
