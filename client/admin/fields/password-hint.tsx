import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { trpc } from '../../api/trpc.ts';

export interface PasswordHintProps {
  /** As typed so far. */
  password: string;
  /** The token of a reset link. Without one, the signed-in person asks. */
  token?: string;
  /** Whose password it is. */
  name?: string;
  email?: string;
}

/** Time without typing before the server is asked. */
const pauseMs = 500;
const minLength = 8;

/**
 * Shows during typing whether the server will refuse a new password. The list of common passwords is on the
 * server only. A failed call shows nothing, because saving checks again.
 */
export function PasswordHint({ password, token, name, email }: PasswordHintProps) {
  const own = trpc.account.judgePassword.useMutation({ trpc: { context: { alone: true } } });
  const byLink = trpc.auth.judgePassword.useMutation({ trpc: { context: { alone: true } } });
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

/** `problem` is null for a good password, and undefined while it is not known. */
function textOf(password: string, problem: string | null | undefined): string {
  const missing = minLength - [...password].length;
  if (password === '') return '';
  if (missing > 0)
    return missing === 1 ? '1 more character is needed.' : `${missing} more characters are needed.`;
  if (problem === undefined) return '';
  return problem ?? 'Nothing speaks against this password. Longer is stronger.';
}
