// Separate from the jobs, so that the server can refuse a picture without loading what processes it.

export const maxPixels = 50_000_000;
export const maxFrames = 100;
/** The pixels of all frames together: each frame of an animation may be within the limit and the whole still exhaust the memory. */
export const maxPixelsInAll = 100_000_000;
