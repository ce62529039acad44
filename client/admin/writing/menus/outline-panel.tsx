import { UnstyledButton } from '@mantine/core';
import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { findPictureEvent, type PictureLack } from '../../core/found-picture.ts';
import { findWaitingPictures } from '../html.ts';

const wordsAMinute = 220;
const restMs = 300;

interface TextFacts {
  words: number;
  headings: { position: number; level: number; text: string; isSkipping: boolean }[];
  /** Positions of images that are neither described nor marked as decoration. */
  undescribed: number[];
  links: { position: number; href: string; text: string }[];
}

function factsOf(text: Node): TextFacts {
  const facts: TextFacts = { words: 0, headings: [], undescribed: [], links: [] };
  let level = 1;
  text.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs.alt === null) facts.undescribed.push(position);
    if (!node.isTextblock) return true;
    facts.words +=
      node.textBetween(0, node.content.size, ' ', ' ').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ??
      0;
    if (node.type.name === 'heading') {
      const own = node.attrs.level as number;
      facts.headings.push({ position, level: own, text: node.textContent, isSkipping: own > level + 1 });
      level = own;
    }
    addLinks(node, position, facts.links);
    return false;
  });
  return facts;
}

/** Adds the links of a block, once each: a partly bold link consists of several nodes. */
function addLinks(block: Node, position: number, links: TextFacts['links']): void {
  let before: string | undefined;
  block.forEach((node, offset) => {
    const href = node.marks.find(({ type }) => type.name === 'link')?.attrs.href as string | undefined;
    if (href === undefined) before = undefined;
    else if (href === before) links[links.length - 1]!.text += node.textContent;
    else links.push({ position: position + 1 + offset, href, text: node.textContent });
    before = href;
  });
}

/** Updated after a pause in typing. */
export function useTextFacts(editor: Editor): TextFacts {
  const [facts, setFacts] = useState(() => factsOf(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => setFacts(factsOf(editor.state.doc));
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(count, restMs);
    };
    count();
    editor.on('update', wait);
    return () => {
      clearTimeout(timer);
      editor.off('update', wait);
    };
  }, [editor]);
  return facts;
}

export interface DeadLink {
  position: number;
  text: string;
  problem: string;
}

interface OutlineProps {
  editor: Editor;
  facts: TextFacts;
  deadLinks: readonly DeadLink[];
  id: string;
}

export function OutlinePanel({ editor, facts, deadLinks, id }: OutlineProps) {
  const { headings, undescribed } = facts;
  const goTo = (position: number) => editor.chain().setTextSelection(position).focus().scrollIntoView().run();
  return (
    <nav className="writing-outline" id={id} aria-label="Outline">
      {headings.length === 0 && <p>No headings yet.</p>}
      <ul>
        {headings.map(({ position, level, text, isSkipping }) => (
          <li key={position} data-level={level}>
            <UnstyledButton onClick={() => goTo(position + 1)}>{text || 'Empty heading'}</UnstyledButton>
            {isSkipping && <span className="writing-warning">A level is skipped before this heading.</span>}
          </li>
        ))}
      </ul>
      {undescribed.length > 0 && (
        <>
          <p className="writing-warning">Say what these pictures show, or mark them as decoration:</p>
          <ul>
            {undescribed.map((position, index) => (
              <li key={position}>
                <UnstyledButton
                  onClick={() => selectPicture(editor, position)}
                >{`Picture ${index + 1}`}</UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {deadLinks.length > 0 && (
        <>
          <p className="writing-warning">Visitors cannot open these links:</p>
          <ul>
            {deadLinks.map(({ position, text, problem }) => (
              <li key={position}>
                <UnstyledButton onClick={() => goTo(position)}>{text}</UnstyledButton>
                <span className="writing-warning">{problem}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

function selectPicture(editor: Editor, position: number): void {
  const isAlone = editor.state.doc.resolve(position).parent.type.name === 'picture';
  editor
    .chain()
    .setNodeSelection(isAlone ? position - 1 : position)
    .focus()
    .scrollIntoView()
    .run();
}

/** Where the list of missing details leads for the pictures of a text. */
export function useFoundPictures(editor: Editor): void {
  useEffect(() => {
    const { dom } = editor.view;
    const find = (event: Event) => {
      const { detail } = event as CustomEvent<PictureLack>;
      const { doc } = editor.state;
      const [position] = detail === 'file' ? absentIn(doc) : factsOf(doc).undescribed;
      if (position !== undefined) selectPicture(editor, position);
    };
    dom.addEventListener(findPictureEvent, find);
    return () => dom.removeEventListener(findPictureEvent, find);
  }, [editor]);
}

function absentIn(text: Node): number[] {
  return findWaitingPictures(text)
    .filter(({ isAbsent }) => isAbsent)
    .map(({ position }) => position);
}

export function describeLength({ words }: TextFacts): string {
  const minutes = Math.max(1, Math.round(words / wordsAMinute));
  const count = words === 1 ? '1 word' : `${words.toLocaleString('en')} words`;
  return words === 0 ? 'No words yet' : `${count} · ${minutes} min to read`;
}
