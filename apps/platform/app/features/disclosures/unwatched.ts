/** An upload without a progress bar or a button to cancel it: the button that sent it shows that it is busy. */
export const unwatched = { signal: new AbortController().signal, onProgress: () => undefined }
