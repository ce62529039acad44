import { Button, Group, Input } from '@mantine/core';
import { useId } from 'react';
import { hasGrant } from '../../../src/shared/grants.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { LibraryButton } from '../library/library-button.tsx';
import { MediaPicture } from '../library/media-picture.tsx';
import type { ControlProps } from './field-kind.ts';
import classes from './controls.module.css';

/** A picture of the library, by its id. People who may not use the library see only whether there is one. */
export function MediaControl({ name, label, layout, form, errorOf }: ControlProps) {
  const id = Number(form.values[name]) || undefined;
  const item = useMediaItem(id);
  const text = `${useId()}-name`;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: text }}
      description={layout.description}
      error={errorOf(name)}
    >
      <Group role="group" aria-labelledby={text} gap="sm" mt={8}>
        {id && (
          <div className={classes.shareCard}>
            {item && <MediaPicture item={item} alt={item.alt ?? ''} sizes="8rem" />}
          </div>
        )}
        <LibraryButton
          size="compact-md"
          purpose={label}
          onPick={([picked]) => picked && form.setValues({ [name]: picked.id })}
        />
        {id && (
          <Button variant="subtle" size="compact-md" onClick={() => form.setValues({ [name]: '' })}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

/** Undefined while loading, and for people who may not use the library. */
export function useMediaItem(id: number | undefined) {
  const { role } = useCurrentUser();
  const enabled = id !== undefined && hasGrant(role, 'media:manage');
  return trpc.media.one.useQuery({ id: id ?? 0 }, { enabled }).data?.item;
}
