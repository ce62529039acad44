import { imageHint } from '../../../src/shared/catalog.ts';
import { AltTextInput } from '../fields/alt-text-input.tsx';
import classes from '../fields/fields.module.css';
import { ImageInput } from '../fields/image-input.tsx';
import { type ControlProps, messageOf } from './field-kind.ts';
import type { PictureDraft } from './field-kinds.ts';

/** An uploaded picture with its alternative text. A save deletes a picture that was marked for removal. */
export function PictureControl({ name, label, column, layout, form, errorOf }: ControlProps) {
  const { draft, change, state, isSaving, progress, stop } = form;
  const { stored, alt, remove_image } = draft as unknown as PictureDraft;
  const isRemovable = column.kind === 'picture' && column.isRemovable;
  const file = draft[name] as File | undefined;
  return (
    <>
      <div className={layout.isUpright ? classes.upright : undefined}>
        <ImageInput
          label={label}
          hint={layout.hint ?? imageHint}
          file={file}
          stored={stored ? `/${stored}` : undefined}
          error={messageOf(errorOf(name))}
          progress={isSaving ? progress : undefined}
          onStop={stop}
          {...(isRemovable && {
            removal: { isAsked: remove_image, ask: (isAsked) => change({ remove_image: isAsked }) },
          })}
          onChange={(chosen) =>
            change({
              [name]: chosen,
              // The alternative text of the stored picture does not describe a new one.
              alt: chosen ? null : state.ground.base.alt,
              remove_image: false,
            })
          }
        />
      </div>
      {(file || (stored && !remove_image)) && (
        <AltTextInput
          alt={alt}
          error={messageOf(errorOf('image_alt'))}
          onChange={(text) => change({ alt: text })}
        />
      )}
    </>
  );
}
