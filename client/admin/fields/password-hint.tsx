import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { trpc } from '../../api/trpc.ts';

export interface PasswordHintProps {
  /** The password that the person has typed so far. */
  password: string;
  /** The token of a reset link. If undefined, the call is made as the signed-in person. */
  token?: string;
  /** The name of the person whose account gets the password. */
  name?: string;
  email?: string;
}

const judging = { trpc: { context: { alone: true } }, meta: { changesNothing: true } };

/** The pause in typing before the server is called, in milliseconds. */
const pauseMs = 500;
const minLength = 8;

/**
 * Shows whether the server will refuse a new password, while the person is still typing. Only the server has the list
 * of common passwords, so the check needs a call. If the call fails, no hint is shown, because the server checks the
 * password again when it is saved.
 */
export function PasswordHint({ password, token, name, email }: PasswordHintProps) {
  const own = trpc.account.judgePassword.useMutation(judging);
  const byLink = trpc.auth.judgePassword.useMutation(judging);
  const [judged, setJudged] = useState<{ password: string; problem: string | null }>();
  const askOwn = own.mutateAsync;
  const askByLink = byLink.mutateAsync;
  useEffect(() => {
    if ([...password].length < minLength) return;
    let isOver = false;
    const ask = async () => {
      const answer = token ? askByLink({ token, password }) : askOwn({ password, name, email });
      const { problem } = await answer;
      if (!isOver) setJudged({ password, problem });
    };
    const timer = setTimeout(() => void ask().catch(() => {}), pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [password, token, name, email, askOwn, askByLink]);
  const text = textOf(password, judged?.password === password ? judged.problem : undefined);
  return (
    <Text mih="1.2rem" mt={8} c="dimmed" fz="xs" aria-live="polite">
      {text}
    </Text>
  );
}

/**
 * Returns the text of the hint, which may be empty. `problem` is null for a good password, and undefined
 * until the server has answered.
 */
function textOf(password: string, problem: string | null | undefined): string {
  const missing = minLength - [...password].length;
  if (password === '') return '';
  if (missing > 0)
    return missing === 1 ? '1 more character is needed.' : `${missing} more characters are needed.`;
  if (problem === undefined) return '';
  return problem ?? 'You can use this password. A longer one is safer.';
}
