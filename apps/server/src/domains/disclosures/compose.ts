import type { FileAddresses } from '../../files/file-addresses.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import type { DefineEndpoint } from '../../http/endpoint.ts'
import type { RenderPdf } from '../../pdf/draw-in-thread.ts'
import type { Database } from '../../persistence/database.ts'
import type { Secrets } from '../../secrets.ts'
import { createAttestationService } from './attestations.ts'
import { createDisclosureService } from './change-disclosures.ts'
import { createDisclosureFileService } from './disclosure-files.ts'
import { createFormService } from './disclosure-forms.ts'
import type { PacketParts } from './disclosure-record.ts'
import { createInquiryTable } from './disclosures-for-inquiries.ts'
import { type ComplianceOfFacts, createMissingFacts } from './missing-facts.ts'
import type { DisclosureOpening } from './open-disclosures.ts'
import type { PacketPaper } from './packet-pdf.ts'
import { createDisclosureReminders } from './remind-of-disclosures.ts'
import { createReportService } from './report-deal.ts'
import { disclosureRoutes } from './routes.ts'
import { createSchoolNotices } from './school-notice.ts'

type Parts = PacketParts &
  Pick<Parameters<typeof createDisclosureFileService>[0], 'admitSession'> &
  Pick<Parameters<typeof createReportService>[0], 'addDocument'> & {
    database: Database
    background: Database
    secrets: Secrets
    onMail: () => void
    renderPdf: RenderPdf
    files: StoredFiles
    addresses: FileAddresses
    opening: DisclosureOpening
    facts: ComplianceOfFacts
  }

export function composeDisclosures(parts: Parts) {
  const { database, background } = parts
  const disclosures = createDisclosureService(parts)
  const ofBackground = { ...parts, database: background }
  const attestationsOfBackground = createAttestationService({
    ...ofBackground,
    disclosures: createDisclosureService(ofBackground),
  })
  return {
    remindPayors: attestationsOfBackground.remindPayors,
    remindOfDisclosures: createDisclosureReminders(background),
    forInquiries: createInquiryTable(database, parts.clock),

    addRoutes(endpoint: DefineEndpoint) {
      const draw = parts.renderPdf<PacketPaper>(new URL('./packet-pdf-thread.ts', import.meta.url))
      disclosureRoutes(endpoint, {
        ...parts,
        disclosures,
        files: createDisclosureFileService({ ...parts, disclosures, draw }),
        forms: createFormService(database),
        missingFacts: createMissingFacts(parts),
        attestations: createAttestationService({ ...parts, disclosures }),
        reports: createReportService(parts),
        sendNotice: createSchoolNotices({ ...parts, disclosures }),
      })
    },
  }
}
