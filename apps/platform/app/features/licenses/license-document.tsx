import { licensesApi } from '@sherpa/api-client/licenses'
import type { License, Scan } from '@sherpa/contracts/license'
import { stateName } from '@sherpa/contracts/us-states'
import { useOrganization } from '../../frame/account-context.ts'
import { ScanLink } from '../../pdf/scan-link.tsx'

export function LicenseDocument({ license, file }: { license: License; file: Scan }) {
  const { id: organization } = useOrganization()
  const [addressOf] = licensesApi.useLicenseFileAddressMutation()
  return (
    <ScanLink
      file={file}
      alt={`${stateName(license.state)} license`}
      addressOf={async () => (await addressOf({ organization, license: license.id }).unwrap()).address}
    />
  )
}
