export const galleryPath = '/admin/gallery';

/** In the table of media uses and the activity log. */
export const galleryModule = 'gallery';

export const maxAlbumPictures = 300;
export const maxCaptionLetters = 300;
export const albumYearRange = { min: 1800, max: 2200 } as const;
