import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { contractMembers, renameMember } from '../support/contract-members.ts';
import { addFigures } from './figures.ts';

/** Bounds the memory, because the compiler keeps each renamed project until it is closed. */
const membersPerCompiler = 10;

test('a renamed member of an input or an output is a type error in the panel', (context) => {
  const config = resolve('tsconfig.json');
  const panels = new Set(contractMembers.map(({ panel }) => panel));
  const unnoticed: string[] = [];
  for (let first = 0; first < contractMembers.length; first += membersPerCompiler) {
    const renamed = new Map<string, string>();
    // `undefined` stands for the file on the disk.
    const compiler = new API({ fs: { readFile: (path) => renamed.get(path) } });
    const messagesIn = (panel: string, changed: string[] = []) =>
      compiler
        .updateSnapshot({ fileChanges: { changed } })
        .getProject(config)!
        .program.getSemanticDiagnostics(resolve(panel))
        .map(({ text }) => text);
    try {
      compiler.updateSnapshot({ openProjects: [config] });
      if (first === 0) for (const panel of panels) expect(messagesIn(panel), `${panel} as it is`).toEqual([]);
      for (const member of contractMembers.slice(first, first + membersPerCompiler)) {
        const path = resolve(member.file);
        renamed.set(path, renameMember(member, readFileSync(path, 'utf8')));
        if (messagesIn(member.panel, [path]).length === 0) unnoticed.push(member.use);
        renamed.delete(path);
        compiler.updateSnapshot({ fileChanges: { changed: [path] } });
      }
    } finally {
      compiler.close();
    }
  }
  addFigures(context, {
    notes: [`${contractMembers.length - unnoticed.length} of ${contractMembers.length} are noticed`],
  });
  expect(unnoticed).toEqual([]);
});
