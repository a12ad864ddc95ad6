// The program of the server: where it is, and its arguments. Nothing here knows the editor.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** The settings of the extension. */
export interface Settings {
  path: string;
  options: string[];
  timeout: number;
  preconditions: boolean;
  fixes: boolean;
}

/** How to get the program, in one sentence. */
export const INSTALL =
  'Install it with Python (`pip install`) or from an archive, as the page on installation says, or name it in the setting `warpproof.path`.';

/** The page on installation. */
export const INSTALL_PAGE = 'https://github.com/warpproof/warpproof/blob/main/docs/install.md';

/**
 * The program that a setting names, if it is there and may be executed. A name without a folder is looked for in the
 * folders of `search`, the value of PATH; a relative path starts at the folder of the workspace.
 */
export function find(setting: string, workspace: string | undefined, search: string): string | undefined {
  const name = expand(setting.trim() || 'warpproof', workspace);
  if (!name.includes('/') && !name.includes(path.sep)) {
    const folders = search.split(path.delimiter).filter((folder) => folder !== '');
    return folders.map((folder) => path.join(folder, name)).find(isProgram);
  }
  const whole = path.resolve(workspace ?? os.homedir(), name);
  return isProgram(whole) ? whole : undefined;
}

function expand(name: string, workspace: string | undefined): string {
  const home = name === '~' || name.startsWith('~/') ? os.homedir() + name.slice(1) : name;
  return workspace === undefined ? home : home.replaceAll('${workspaceFolder}', workspace);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The arguments of the server. */
export function args(settings: Settings): string[] {
  const limit = settings.timeout > 0 ? [`--timeout=${settings.timeout}`] : [];
  return ['lsp', ...settings.options, ...limit];
}

/** What the server is told at its start. */
export function initialization(settings: Settings): { preconditions: boolean; fixes: boolean; traces: boolean } {
  return { preconditions: settings.preconditions, fixes: settings.fixes, traces: true };
}
