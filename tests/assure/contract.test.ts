import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { expect, onTestFinished, test } from 'vitest';
import { contractMembers, renameMember } from '../support/contract-members.ts';
import { addFigures } from './figures.ts';

test('a renamed member of an input or an output is a type error in the panel', (context) => {
  const renamed = new Map<string, string>();
  // `undefined` stands for the file on the disk.
  const compiler = new API({ fs: { readFile: (path) => renamed.get(path) } });
  onTestFinished(() => compiler.close());
  const config = resolve('tsconfig.json');
  compiler.updateSnapshot({ openProjects: [config] });
  const messagesIn = (panel: string, changed: string[] = []) =>
    compiler
      .updateSnapshot({ fileChanges: { changed } })
      .getProject(config)!
      .program.getSemanticDiagnostics(resolve(panel))
      .map(({ text }) => text);

  const panels = new Set(contractMembers.map(({ panel }) => panel));
  for (const panel of panels) expect(messagesIn(panel), `${panel} as it is`).toEqual([]);

  const unnoticed: string[] = [];
  for (const member of contractMembers) {
    const path = resolve(member.file);
    renamed.set(path, renameMember(member, readFileSync(path, 'utf8')));
    if (messagesIn(member.panel, [path]).length === 0) unnoticed.push(member.use);
    renamed.delete(path);
    compiler.updateSnapshot({ fileChanges: { changed: [path] } });
  }
  addFigures(context, {
    notes: [`${contractMembers.length - unnoticed.length} of ${contractMembers.length} are noticed`],
  });
  expect(unnoticed).toEqual([]);
});
