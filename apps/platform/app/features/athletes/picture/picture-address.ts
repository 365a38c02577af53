/** One key opens all pictures a reader may see, so that lists need no signed address per row. */
export function pictureAddress(picture: string, key: string) {
  return `/api/files/picture?${new URLSearchParams({ picture, key })}`
}
