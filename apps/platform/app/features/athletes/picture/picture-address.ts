/** A key opens all pictures of an organization that its reader may see: lists need no address for each of their rows. */
export function pictureAddress(picture: string, key: string) {
  return `/api/files/picture?${new URLSearchParams({ picture, key })}`
}
