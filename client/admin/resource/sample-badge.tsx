import { Badge } from '@mantine/core';
import type { ModuleName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';

const none: readonly number[] = [];

/** Returns the ids of the unchanged sample rows. All modules share one query. */
export function useSamples(name: ModuleName): readonly number[] {
  return trpc.onboarding.samples.useQuery().data?.[name] ?? none;
}

export function SampleBadge() {
  return (
    <Badge variant="default" tt="none" title="Came with the installation. Nobody has changed it yet.">
      Sample
    </Badge>
  );
}
