import type { ApiOutputs } from '../../../api/types.ts';
import { formatDateTime } from '../../../shared/dates.ts';

export type SsoLink = ApiOutputs['sso']['links']['links'][number];

/** Returns a sentence about the state of a user's link. */
export function linkSentence({ kind }: SsoLink): string {
  if (kind === 'came')
    return 'Created by single sign-on. The role is updated from the provider at each sign-in.';
  if (kind === 'linked') return 'Linked to single sign-on. The role is managed here.';
  return 'Someone with this email address has asked to sign in to this account by single sign-on.';
}

/**
 * Returns the person's data at the provider. Only `subject` identifies the person; names and email addresses
 * may be anybody's.
 */
export function linkFacts({
  name,
  email,
  is_email_verified,
  issuer,
  subject,
  last_used_at,
}: SsoLink): string {
  const address = email && `${email}${is_email_verified ? '' : ' (not verified by the provider)'}`;
  const person = [name, address].filter(Boolean).join(', ') || 'Unknown name';
  return `${person}; ${subject} at ${issuer}. Last sign-in ${formatDateTime(last_used_at)}.`;
}

interface Asking {
  title: string;
  question: string;
  answer: string;
  busyAnswer: string;
  done: string;
}

/** Returns the texts of the dialog before a link is created or ended. */
export function askingWords(act: 'confirm' | 'end', link: SsoLink | undefined): Asking {
  const person = link?.name ?? link?.email ?? 'They';
  if (act === 'confirm') {
    return {
      title: 'Link to single sign-on',
      question: `Link ${person} to this account? They will be able to sign in to it by single sign-on.`,
      answer: 'Link',
      busyAnswer: 'Linking...',
      done: 'Account linked',
    };
  }
  if (link?.kind === 'asked') {
    return {
      title: 'Decline',
      question: `${person} will not get access to this account. They can ask again.`,
      answer: 'Decline',
      busyAnswer: 'Declining...',
      done: 'Request declined',
    };
  }
  return {
    title: 'Unlink',
    question: `${person} will be signed out everywhere and can no longer use single sign-on for this account. If they have no password, send them a password reset link.`,
    answer: 'Unlink',
    busyAnswer: 'Unlinking...',
    done: 'Account unlinked',
  };
}
