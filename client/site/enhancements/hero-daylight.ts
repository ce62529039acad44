/**
 * Moves the light in the drawing `hero` with the time of day, and a little with the pointer. Does nothing for
 * visitors who prefer reduced motion.
 */
export function animateHeroDaylight(): void {
  const hall = document.querySelector<HTMLElement>('.hero-daylight');
  if (!hall || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const now = new Date();
  const shine = (pointer: number) =>
    hall.style.setProperty('--hour', `${now.getHours() + now.getMinutes() / 60 + pointer * 3}`);
  shine(0);
  addEventListener('pointermove', ({ clientX }) => shine(clientX / innerWidth - 0.5), { passive: true });
}
