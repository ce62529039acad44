import { MantineProvider } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useState } from 'react';
import { isRetryable } from '../../api/errors.ts';
import type { Changes } from './changes.ts';
import { createPersonTasks, type PersonTasks } from '../../api/person-tasks.ts';
import { createApiClient, trpc } from '../../api/trpc.ts';
import {
  type AdminServices,
  AdminServicesContext,
  StepUpContext,
  type Reload,
} from '../core/admin-context.ts';
import { createOpenDialogs, OpenDialogsContext } from '../core/open-dialogs.ts';
import { paths } from '../core/paths.ts';
import { createShortcuts, ShortcutsContext } from '../core/shortcuts.ts';
import { cssVariablesResolver, theme } from './theme.ts';

interface AdminProvidersProps {
  services: AdminServices;
  children: ReactNode;
  /** In `test`, transitions are off, and failed calls are repeated at once. */
  env?: 'default' | 'test';
}

export function AdminProviders({ services, children, env = 'default' }: AdminProvidersProps) {
  const [tasks] = useState(createPersonTasks);
  const [{ queryClient, reload }] = useState(() => createCache(tasks, env === 'test' ? 0 : retryDelayMs));
  const [all] = useState({ ...services, reload, tasks });
  useEffect(() => tasks.watch(), [tasks]);
  const [dialogs] = useState(createOpenDialogs);
  useWindowEvent('keydown', dialogs.onKeyDown, { capture: true });
  const [shortcuts] = useState(() => createShortcuts(localStorage));
  const proof = use(StepUpContext);
  const [apiClient] = useState(() => {
    const token = () => services.sessions.read()?.token;
    const onUnauthorized = (isBackground: boolean) => {
      if (services.isLoggingOut.current) return undefined;
      // A background call opens no dialog, which would take the focus from the person who is typing. The next
      // save does.
      if (isBackground && services.unsaved.owner()) return undefined;
      const refused = token();
      if (refused) {
        services.broadcastRejected(refused);
        services.sessions.forget(refused);
      }
      const signIn = services.unsaved.requestSignIn();
      if (!signIn) services.leave(paths.entry);
      return signIn;
    };
    const onEnrolment = () => {
      // The server refuses the calls of the account screen too, so opening it again would never end.
      if (window.location.pathname !== paths.account) services.leave(paths.account);
    };
    return createApiClient({
      tasks,
      token,
      onUnauthorized,
      askForProof: (methods) => proof.ask(methods),
      onEnrolment,
    });
  });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      // The stylesheet with Mantine's default values is not loaded.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      getStyleNonce={() => services.styleNonce}
      env={env}
    >
      <AdminServicesContext value={all}>
        <trpc.Provider client={apiClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <OpenDialogsContext value={dialogs}>
              <ShortcutsContext value={shortcuts}>{children}</ShortcutsContext>
            </OpenDialogsContext>
          </QueryClientProvider>
        </trpc.Provider>
      </AdminServicesContext>
    </MantineProvider>
  );
}

const retryDelayMs = 800;

/**
 * Calls fail at once offline instead of waiting for the network. A failed query is repeated once, if that may
 * help.
 */
function createCache(tasks: PersonTasks, retryDelay: number) {
  // Loaded when the first mutation ends, because the sign-in page needs none of it.
  const load = async () => (await import('./changes.ts')).createChanges(queryClient, tasks);
  let loading: ReturnType<typeof load> | undefined;
  const changes = () => {
    loading ??= load();
    return tasks.follow(loading);
  };
  // Not awaited, and without a failure of its own: a call that has succeeded must not wait or fail for this.
  const onMutated = (...mutated: Parameters<Changes['onMutated']>) =>
    void changes().then(
      (loaded) => loaded.onMutated(...mutated),
      () => {},
    );
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, mutation) => onMutated(mutation),
      onError: (error, _input, _context, mutation) => onMutated(mutation, error),
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // Off by default in this mode. Without it, the message about the lost connection would stay.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isRetryable(error),
        retryDelay,
      },
      mutations: { networkMode: 'always' },
    },
  });
  const reload: Reload = async (...parts) => (await changes()).reload(...parts);
  return { queryClient, reload };
}
