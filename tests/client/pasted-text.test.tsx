import { screen } from '@testing-library/react';
import { closeHistory } from '@tiptap/pm/history';
import { beforeEach, expect, it, vi } from 'vitest';
import { htmlOf } from '../../client/admin/writing/html.ts';
import { type CleanedText, cleanHtml } from '../../src/shared/writing/clean-html.ts';
import { isForeign } from '../../src/shared/writing/foreign-blocks.ts';
import { type CleanedPost, cleanPost } from '../../src/transfer/clean-post.ts';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { pastedTexts } from '../support/pasted-texts.ts';
import type { Editor } from '@tiptap/react';

preparePanelTests();

// jsdom draws nothing, so that the editor has nothing to measure.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.elementFromPoint = () => null;
  vi.stubGlobal('ClipboardEvent', class extends Event {});
});

async function openEditor(): Promise<Editor> {
  fakeServer({});
  openPanel('/admin/blog-posts/new', 'admin');
  const content = await screen.findByLabelText('Content');
  return (content as HTMLElement & { editor: Editor }).editor;
}

/** Pastes into the empty editor, and returns the text that the server then stores. */
function storedAfterPaste(editor: Editor, clipboard: Record<string, string>): string {
  editor.commands.clearContent();
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const getData = (type: string) => clipboard[type] ?? '';
  Object.assign(event, { clipboardData: { getData, files: [], types: Object.keys(clipboard) } });
  editor.view.dom.dispatchEvent(event);
  return cleaned(htmlOf(editor.state.doc)).html;
}

function cleaned(html: string): CleanedText {
  const result = cleanHtml(html);
  if ('problem' in result) throw new Error(result.problem);
  return result;
}

it('a paste keeps each letter of what only looks like Markdown', async () => {
  const editor = await openEditor();
  for (const words of [
    'area = 3.14 * r ** 2 * h',
    'a **bold** b and *slanted* c',
    'snake_case_name and __init__',
    '~~gone~~ and `code` here',
    '## No heading',
    '- no list',
    '1. no list',
    '> no quote',
    '```',
    '---',
  ]) {
    const html = `<p>${words.replaceAll('>', '&gt;')}</p>`;
    expect(storedAfterPaste(editor, { 'text/html': html }), words).toBe(html);
    expect(storedAfterPaste(editor, { 'text/plain': words }), words).toBe(html);
  }
});

it('a text ends in the same stored text by paste, REST and import, and the author is told what cannot be kept', async () => {
  const editor = await openEditor();
  /** A text in the form in which the editor stores it: items have paragraphs, and code ends without a line break. */
  const inEditor = (html: string) => {
    editor.commands.setContent(html.replaceAll('\n</code></pre>', '</code></pre>'));
    return cleaned(htmlOf(editor.state.doc)).html;
  };
  for (const { name, html, stored, notes } of pastedTexts()) {
    const byRest = cleaned(html);
    expect(inEditor(byRest.html), `${name}, by REST`).toBe(stored);
    expect(byRest.notes.join('; '), name).toBe(notes);
    expect(inEditor((cleanPost(html) as CleanedPost).content), `${name}, by import`).toBe(stored);
    expect(storedAfterPaste(editor, { 'text/html': html }), `${name}, by paste`).toBe(stored);
    expect(cleaned(stored).html, `${name}, cleaned again`).toBe(stored);
    // What the editor writes keeps its empty paragraphs.
    expect(isForeign(htmlOf(editor.state.doc)), name).toBe(false);
  }
});

it('a notice names what a paste leaves out', async () => {
  const editor = await openEditor();
  storedAfterPaste(editor, {
    'text/html': '<p class="x">a<button>Copy</button></p><p><a href="#b">c</a></p>',
  });
  await screen.findByText(/^1 button is left out: Copy\. 1 link leads to a place that is not in the text/);
});

it('a list whose items begin with a picture stays one list', async () => {
  const editor = await openEditor();
  const html =
    '<ul><li><img src="https://a.example/oak.png">Oak</li><li><img src="https://a.example/ash.png"><p>Ash</p></li></ul>';
  const item = (words: string) =>
    `<li><figure data-kind="picture"><img data-absent="a.example"></figure><p>${words}</p></li>`;
  expect(storedAfterPaste(editor, { 'text/html': html })).toBe(`<ul>${item('Oak')}${item('Ash')}</ul>`);
});

function press(editor: Editor, key: string, modifiers: KeyboardEventInit = {}): void {
  const keyCode = key.toUpperCase().charCodeAt(0);
  const event = { key, keyCode, ctrlKey: true, bubbles: true, cancelable: true, ...modifiers };
  editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', event));
}

it('each key of the editor formats the text, and Ctrl+Z and Ctrl+Shift+Z undo and redo it', async () => {
  const editor = await openEditor();
  const [alt, shift] = [{ altKey: true }, { shiftKey: true }];
  for (const [key, modifiers, stored] of [
    ['b', {}, '<p><strong>a</strong></p>'],
    ['i', {}, '<p><em>a</em></p>'],
    ['u', {}, '<p><u>a</u></p>'],
    ['e', {}, '<p><code>a</code></p>'],
    [',', {}, '<p><sub>a</sub></p>'],
    ['.', {}, '<p><sup>a</sup></p>'],
    ['2', alt, '<h2>a</h2>'],
    ['3', alt, '<h3>a</h3>'],
    ['4', alt, '<h4>a</h4>'],
    ['7', shift, '<ol><li><p>a</p></li></ol>'],
    ['8', shift, '<ul><li><p>a</p></li></ul>'],
    ['9', shift, '<blockquote><p>a</p></blockquote>'],
  ] as const) {
    const now = () => cleaned(htmlOf(editor.state.doc)).html;
    editor.chain().setContent('<p>a</p>').selectAll().run();
    editor.view.dispatch(closeHistory(editor.state.tr));
    press(editor, key, modifiers);
    expect(now(), key).toBe(stored);
    press(editor, 'z');
    expect(now(), `undo of ${key}`).toBe('<p>a</p>');
    press(editor, 'z', shift);
    expect(now(), `redo of ${key}`).toBe(stored);
  }
});

it('Ctrl+Shift+Space makes a non-breaking space, and a new paragraph has no place of its own', async () => {
  const editor = await openEditor();
  editor.commands.setContent('<p id="place-a">10</p>');
  editor.commands.focus('end');
  press(editor, ' ', { code: 'Space', shiftKey: true });
  editor.commands.insertContent('km');
  editor.commands.splitBlock();
  editor.commands.insertContent('b');
  expect(cleaned(htmlOf(editor.state.doc)).html).toBe('<p id="place-a">10\u00a0km</p><p>b</p>');
});
