import type { IncomingMessage } from 'node:http';
import type { Answers, Coding, KeptAnswer } from '../cache/answers.ts';
import { chooseEncoding } from './compressed.ts';
import { findKnownTag } from './entity-tags.ts';

/** What is sent of a kept answer. */
export interface Form {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer | undefined;
}

/**
 * Gives the function that finds the form of a kept answer that fits what a client takes and has. A form is put together once.
 * `policy` are the headers that say who may keep it.
 */
export function formChooser(
  answers: Answers,
  policy: Readonly<Record<string, string>>,
): (kept: KeptAnswer, asked: IncomingMessage['headers']) => Form {
  const forms = new WeakMap<KeptAnswer, Map<string, Form>>();
  const remembered = (kept: KeptAnswer, name: string, make: () => Form): Form => {
    const ofKept = forms.get(kept) ?? new Map<string, Form>();
    forms.set(kept, ofKept);
    const form = ofKept.get(name) ?? make();
    ofKept.set(name, form);
    return form;
  };
  return (kept, asked) => {
    const known = knownTag(asked['if-none-match'], kept);
    if (known) return remembered(kept, known, () => notModified(kept, known, policy));
    const wanted = chooseEncoding(asked['accept-encoding']);
    if (wanted) void answers.wantForm(kept, wanted);
    const coding = wanted && kept.forms[wanted] ? wanted : undefined;
    return remembered(kept, coding ?? 'plain', () => whole(kept, coding, policy));
  };
}

function notModified({ headers: own }: KeptAnswer, etag: string, policy: Form['headers']): Form {
  const { 'content-type': _, ...headers } = own;
  return { status: 304, headers: { ...headers, ...policy, etag }, body: undefined };
}

function whole(kept: KeptAnswer, coding: Coding | undefined, policy: Form['headers']): Form {
  const body = (coding && kept.forms[coding]) ?? kept.body;
  const headers = {
    ...kept.headers,
    ...policy,
    ...(coding && { 'content-encoding': coding }),
    etag: tagOf(kept, coding),
    'content-length': body.length,
  };
  return { status: 200, headers, body };
}

function tagOf({ tag }: KeptAnswer, coding?: Coding): string {
  return `"${tag}${coding ? `-${coding}` : ''}"`;
}

/** The tag by which a client knows this version, in whichever form. */
function knownTag(header: string | undefined, kept: KeptAnswer): string | undefined {
  // Most know none, and those that do mostly know this one.
  if (!header?.includes(kept.tag) && header?.trim() !== '*') return undefined;
  return findKnownTag(header, [tagOf(kept), tagOf(kept, 'br'), tagOf(kept, 'gzip')]);
}
