import type { ApiOutputs } from '../../lib/api-types.ts';
import { toDateAndTime } from '../../lib/time-words.ts';

export type SsoLink = ApiOutputs['sso']['links']['links'][number];

/** What a link means for the user. */
export function linkSentence({ kind }: SsoLink): string {
  if (kind === 'came')
    return 'The account came by single sign-on: its role follows the provider at each sign-in.';
  if (kind === 'linked') return 'The account is linked to single sign-on and keeps the role it has here.';
  return 'Somebody with this address asks to sign in to this account by single sign-on.';
}

/** Who it is at the provider. Its `subject` is what counts; a name and an address can be anybody's. */
export function linkFacts({
  name,
  email,
  is_email_verified,
  issuer,
  subject,
  last_used_at,
}: SsoLink): string {
  const address = email && `${email}${is_email_verified ? '' : ' (not verified by the provider)'}`;
  const person = [name, address].filter(Boolean).join(', ') || 'Nameless';
  return `${person}; ${subject} at ${issuer}. Last came ${toDateAndTime(last_used_at)}.`;
}

interface Asking {
  title: string;
  question: string;
  answer: string;
  busyAnswer: string;
  done: string;
}

/** The words of the dialog before a link is made or ended. */
export function askingWords(act: 'confirm' | 'end', link: SsoLink | undefined): Asking {
  const person = link?.name ?? link?.email ?? 'They';
  if (act === 'confirm') {
    return {
      title: 'Link to single sign-on',
      question: `Are you sure that ${person} is the owner of this account? They sign in to it by single sign-on from now on.`,
      answer: 'Link',
      busyAnswer: 'Linking...',
      done: 'The account was linked.',
    };
  }
  if (link?.kind === 'asked') {
    return {
      title: 'Turn down',
      question: `${person} is not let in to this account. They may ask again.`,
      answer: 'Turn down',
      busyAnswer: 'Turning down...',
      done: 'The request was turned down.',
    };
  }
  return {
    title: 'End link',
    question: `${person} can no longer sign in to this account by single sign-on and is signed out everywhere. Without a password they need a one-time link.`,
    answer: 'End link',
    busyAnswer: 'Ending...',
    done: 'The link was ended.',
  };
}
