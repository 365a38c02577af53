import { filesApi } from '@sherpa/api-client/files'
import { athleteName } from '@sherpa/contracts/athlete'
import { PICTURE_KEY_SECONDS } from '@sherpa/contracts/file'
import type { ComponentProps } from 'react'
import { useOrganization } from '../../../frame/account-context.ts'
import { Avatar } from '../../../frame/avatar.tsx'
import { pictureAddress } from './picture-address.ts'

/** The picture of an athlete, or initials without one. */
export function AthleteAvatar({
  athlete,
  size,
}: {
  athlete: Parameters<typeof athleteName>[0] & { picture: string | null }
  size?: ComponentProps<typeof Avatar>['size']
}) {
  const { id: organization } = useOrganization()
  const { picture } = athlete
  // One key for all pictures, renewed before it expires.
  const { currentData } = filesApi.usePictureKeyQuery(
    { organization },
    { skip: !picture, pollingInterval: PICTURE_KEY_SECONDS * 1000 },
  )
  return (
    <Avatar
      name={athleteName(athlete)}
      size={size}
      picture={picture && currentData ? pictureAddress(organization, picture, currentData.key) : undefined}
    />
  )
}
