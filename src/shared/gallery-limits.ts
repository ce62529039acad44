export const galleryPath = '/admin/gallery';

/** In the table of media uses and the activity log. */
export const galleryModule = 'gallery';

export const maxPictures = 300;
export const maxCaption = 300;
export const yearRange = { min: 1800, max: 2200 } as const;
