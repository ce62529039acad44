const declared =
  /^(?:export )?(?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|var|class|interface|type|enum)\s+([\w$]+)/;
const member =
  /^(?:(?:static|async|get|set|readonly|private|public|protected|override)\s+|\*)*(#?[\w$]+|'[^']+'|"[^"]+")\s*(?:[:(=<]|\?:)/;
const statements = ['if', 'for', 'while', 'switch', 'return', 'catch', 'function', 'super', 'await', 'new'];

/**
 * The declaration at the top of the file that contains the line, and the member or variable of it:
 * `blogRouter.list`, `slugOf`. Reads indentation, so that formatted code and what Vite makes of it give the same.
 */
export function declarationAt(lines: readonly string[], line: number): string {
  const path: string[] = [];
  let depth = Number.POSITIVE_INFINITY;
  for (let index = line; index >= 0 && depth > 0; index--) {
    const text = lines[index]!;
    const indentation = text.length - text.trimStart().length;
    if (text.trim() === '' || indentation >= depth) continue;
    const name = nameIn(text.trimStart());
    if (!name && indentation > 0) {
      // `}` and `.query(` belong to what stands above them at the same depth.
      if (!/^[\])}.?:|&]/.test(text.trimStart())) depth = Math.min(depth, indentation);
      continue;
    }
    depth = indentation;
    if (name) path.unshift(name);
  }
  return path.slice(0, 2).join('.');
}

function nameIn(text: string): string | undefined {
  const name = declared.exec(text)?.[1] ?? member.exec(text)?.[1];
  return name && !statements.includes(name) ? name.replace(/['"]/g, '') : undefined;
}

export interface Declaration {
  name: string;
  text: string;
}

/** The declarations at the top of a formatted file. */
export function declarationsOf(source: string): Declaration[] {
  const blocks: Declaration[] = [];
  for (const line of source.split('\n')) {
    const name = declared.exec(line)?.[1];
    if (name) blocks.push({ name, text: '' });
    const block = blocks.at(-1);
    if (block) block.text += `${line}\n`;
  }
  return blocks;
}
