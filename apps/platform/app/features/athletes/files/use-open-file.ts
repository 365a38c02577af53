import { filesApi } from '@sherpa/api-client/files'
import type { FileVersion, KeptFile } from '@sherpa/contracts/file'
import { useOpenAddress } from '../../../data/use-open-address.ts'
import { useOrganization } from '../../../frame/account-context.ts'

/** Opens and downloads versions of an athlete's files. */
export function useOpenFile(athlete: string) {
  const { id: organization } = useOrganization()
  const [fileAddress] = filesApi.useFileAddressMutation()
  const { download } = useOpenAddress()

  async function addressOf(file: KeptFile, version: FileVersion) {
    const { address } = await fileAddress({ organization, athlete, file: file.id, version: version.id }).unwrap()
    return address
  }

  return {
    addressOf,
    download: (file: KeptFile, version: FileVersion) => download(() => addressOf(file, version), file.name),
  }
}
