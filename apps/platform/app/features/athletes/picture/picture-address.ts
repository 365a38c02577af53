import { pathIn } from '@sherpa/contracts/place'

/** One key opens all pictures a reader may see, so that lists need no signed address per row. */
export function pictureAddress(organization: string, picture: string, key: string) {
  return `/api${pathIn(organization, '/files/picture')}?${new URLSearchParams({ picture, key })}`
}
