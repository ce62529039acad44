import { trashDays } from '../../retention.ts';
import { securityLogDays } from '../../security-events.ts';
import type { privacyFields } from '../fields/privacy.ts';
import type { ValuesOf } from '../field-types.ts';

export const privacyDefaults: ValuesOf<typeof privacyFields> = {
  contact_months: 12,
  application_months: 6,
  spam_days: 30,
  trash_days: trashDays,
  security_log_days: securityLogDays,
};
