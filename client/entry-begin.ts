/**
 * Loads the page's program once the page stands. What is read comes whole from the server, so on a slow line its words, letters and
 * pictures go first, and the program that makes it lively follows; sooner when somebody touches the page.
 */
const program = document.querySelector<HTMLScriptElement>('script[data-program]')?.dataset.program;
/** A picture that never comes must not hold the program back. */
const longestWaitMs = 3000;
const framesMs = 100;

// Loading it again is nothing: a module runs once.
const begin = () => program && import(/* @vite-ignore */ program);

// What came with the page must have come, and something of it must be on the screen; the frames after that show all of it.
const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }));
const painted = new Promise((resolve) =>
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
);
Promise.all([loaded, painted]).then(() => setTimeout(begin, framesMs));
for (const act of ['pointerdown', 'keydown'] as const) {
  addEventListener(act, begin, { once: true, capture: true, passive: true });
}
setTimeout(begin, longestWaitMs);
