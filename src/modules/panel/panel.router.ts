import { router } from '../../trpc/init.ts';
import { allowed } from '../../trpc/procedures.ts';
import { LiveInput } from '../inbox/message.schema.ts';
import { watchPanel } from './live.service.ts';

export const panelRouter = router({
  live: allowed('panel:follow')
    .input(LiveInput)
    .subscription(({ ctx, input, signal }) => watchPanel(ctx, input.lastEventId, signal)),
});
