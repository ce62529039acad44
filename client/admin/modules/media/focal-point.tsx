import { Button, Stack } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { maxFocalTenths, focalCentreTenths } from '../../../../src/modules/library/library.facts.ts';
import { MediaPicture } from '../../library/media-picture.tsx';
import classes from './media.module.css';

interface FocalPointProps {
  item: MediaItemView;
  /** Tenths of the width, from the left. */
  x: number;
  /** Tenths of the height, from the top. */
  y: number;
  onChange: (x: number, y: number) => void;
}

const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const limited = (value: number) => Math.min(maxFocalTenths, Math.max(0, Math.round(value)));

/** The point that stays visible when the picture is cropped. Set by mouse, touch or arrow keys. */
export function FocalPoint({ item, x, y, onChange }: FocalPointProps) {
  const area = useRef<HTMLDivElement>(null);
  const take = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = area.current!.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    onChange(
      limited(((clientX - left) / width) * maxFocalTenths),
      limited(((clientY - top) / height) * maxFocalTenths),
    );
  };
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(limited(x + step[0]), limited(y + step[1]));
  };
  const place = (point: HTMLElement | null) => {
    if (!point) return;
    point.style.left = `${x * 10}%`;
    point.style.top = `${y * 10}%`;
  };
  return (
    <Stack gap="sm">
      <div className={classes.stage}>
        <div
          ref={area}
          className={classes.area}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            take(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) take(event);
          }}
        >
          <MediaPicture item={item} alt={item.alt ?? ''} sizes="(min-width: 64rem) 40rem, 100vw" isWhole />
          {item.path !== null && (
            <div
              ref={place}
              className={classes.point}
              role="slider"
              tabIndex={0}
              aria-label="Focal point"
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={x * 10}
              aria-valuetext={`${x * 10}% from the left, ${y * 10}% from the top`}
              onKeyDown={move}
            />
          )}
        </div>
      </div>
      <div className={classes.focalFoot}>
        <p>The marked point stays visible where the picture is cropped. Drag it, or use the arrow keys.</p>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-disabled={x === focalCentreTenths && y === focalCentreTenths}
          onClick={() => onChange(focalCentreTenths, focalCentreTenths)}
        >
          Centre
        </Button>
      </div>
    </Stack>
  );
}
