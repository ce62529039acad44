import { StoredResponse } from './idempotency/stored-response.entity.ts';
import { UsedKey } from './locks/used-key.entity.ts';
import { Counter } from './limits/counter.entity.ts';
import { Activity } from './log/activity.entity.ts';
import { Address } from './content/addresses/address.entity.ts';
import { MissedAddress } from './content/addresses/missed-address.entity.ts';
import { Factor } from './modules/auth/factor.entity.ts';
import { PasswordReset } from './modules/auth/password-reset.entity.ts';
import { RecoveryCode } from './modules/auth/recovery-code.entity.ts';
import { Session } from './modules/auth/session.entity.ts';
import { Album } from './modules/gallery/album.entity.ts';
import { BlockedSender } from './modules/inbox/blocked-sender.entity.ts';
import { Message } from './modules/inbox/message.entity.ts';
import { MessageEvent } from './modules/inbox/message-event.entity.ts';
import { MessageFile } from './modules/inbox/message-file.entity.ts';
import { NoticeSetting } from './modules/inbox/notice-setting.entity.ts';
import { OutboxMail } from './modules/outbox/outbox-mail.entity.ts';
import { MediaItem } from './pictures/media-item.entity.ts';
import { MediaUse } from './pictures/media-use.entity.ts';
import { Dismissal } from './modules/onboarding/dismissal.entity.ts';
import { StarterRow } from './modules/onboarding/starter-row.entity.ts';
import { Picture } from './pictures/picture.entity.ts';
import { SweepCandidate } from './modules/library/sweep-candidate.entity.ts';
import { Erasure } from './modules/privacy/erasure.entity.ts';
import { Preview } from './modules/previews/preview.entity.ts';
import { SecurityEvent } from './modules/security-log/security-event.entity.ts';
import { SettingPicture } from './settings/setting-picture.entity.ts';
import { ShownDefaults } from './settings/shown-defaults.entity.ts';
import { SiteSetting } from './settings/site-setting.entity.ts';
import { SsoLink } from './modules/sso/sso-link.entity.ts';
import { TrashItem } from './content/trash/trash-item.entity.ts';
import { ApiToken } from './modules/tokens/api-token.entity.ts';
import { User } from './modules/users/user.entity.ts';
import { Version } from './content/versions/version.entity.ts';
import { VersionPicture } from './content/versions/version-picture.entity.ts';
import { Autosave } from './modules/autosaves/autosave.entity.ts';
import { moduleList } from './content-modules.ts';
import { Secret } from './security/secret.entity.ts';
import { ImportedItem } from './transfer/imported-item.entity.ts';

export const entities = [
  ...moduleList.map(({ entity }) => entity),
  User,
  Session,
  Activity,
  Message,
  MessageEvent,
  MessageFile,
  NoticeSetting,
  BlockedSender,
  PasswordReset,
  SecurityEvent,
  Counter,
  Secret,
  UsedKey,
  OutboxMail,
  SsoLink,
  Picture,
  StoredResponse,
  TrashItem,
  ImportedItem,
  SweepCandidate,
  SiteSetting,
  ShownDefaults,
  SettingPicture,
  StarterRow,
  Dismissal,
  MediaItem,
  MediaUse,
  Version,
  VersionPicture,
  Album,
  Address,
  MissedAddress,
  Preview,
  Autosave,
  Factor,
  RecoveryCode,
  ApiToken,
  Erasure,
];
