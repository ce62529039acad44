import { initTRPC } from '@trpc/server';
import type { Context } from './context.ts';
import { translateError } from './errors.ts';
import type { Meta } from './procedure-meta.ts';

// Regular pings stop proxies from closing an idle stream, and let the browser notice a broken stream.
const pingEveryMs = 15_000;
const silenceMs = 40_000;

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: pingEveryMs },
      client: { reconnectAfterInactivityMs: silenceMs },
    },
    errorFormatter: ({ shape, error, ctx }) => {
      const { status, body } = translateError(error);
      return {
        ...shape,
        message: body.message,
        data: { httpStatus: status, request_id: ctx?.request.id ?? '', ...body },
      };
    },
  });

export const { router } = t;
