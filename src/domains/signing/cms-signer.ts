// Makes the signature of a sealed PDF: CMS with the attributes that PAdES asks for (ETSI EN 319 122-1 and 319 142-1).
import { createHash, webcrypto } from 'node:crypto';
import { Signer } from '@signpdf/utils';
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import forge from 'node-forge';
import * as pkijs from 'pkijs';
import type { Certificate } from './pdf-task.ts';

const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** The key of a PKCS #12 file and its certificates as DER, the one of the key first. */
interface Identity {
  privateKey: Buffer;
  certificates: Buffer[];
}

export class CmsSigner extends Signer {
  readonly #identity: Identity;

  /** @throws Error for a file without an RSA key and its certificate, and for a wrong password */
  constructor(certificate: Certificate) {
    super();
    this.#identity = readIdentity(certificate);
  }

  /** Returns the signature of bytes, which it does not contain. The PDF itself says when it was signed. */
  override async sign(pdf: Buffer): Promise<Buffer> {
    const { privateKey, certificates } = this.#identity;
    const [certificate, ...issuers] = certificates.map((der) => pkijs.Certificate.fromBER(der)) as [
      pkijs.Certificate,
      ...pkijs.Certificate[],
    ];
    const { issuer, serialNumber } = certificate;
    const signed = new pkijs.SignedData({
      version: 1,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: pkijs.ContentInfo.DATA }),
      signerInfos: [
        new pkijs.SignerInfo({
          version: 1,
          sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
          signedAttrs: new pkijs.SignedAndUnsignedAttributes({
            type: 0,
            attributes: [
              attribute(CONTENT_TYPE, new ObjectIdentifier({ value: pkijs.ContentInfo.DATA })),
              attribute(MESSAGE_DIGEST, octets(sha256(pdf))),
              attribute(SIGNING_CERTIFICATE_V2, certificateReference(certificates[0]!)),
            ],
          }),
        }),
      ],
      certificates: [certificate, ...issuers],
    });
    const key = await webcrypto.subtle.importKey('pkcs8', privateKey, RSA, false, ['sign']);
    await signed.sign(key, 0, 'SHA-256', arrayBuffer(pdf));
    const content = signed.toSchema(true);
    const message = new pkijs.ContentInfo({ contentType: pkijs.ContentInfo.SIGNED_DATA, content });
    return Buffer.from(message.toSchema().toBER());
  }
}

/** Names the certificate by its hash, so that no other one can stand in its place (RFC 5035, ESSCertIDv2 with SHA-256). */
function certificateReference(der: Buffer): Sequence {
  const reference = new Sequence({ value: [octets(sha256(der))] });
  return new Sequence({ value: [new Sequence({ value: [reference] })] });
}

function attribute(type: string, value: object): pkijs.Attribute {
  return new pkijs.Attribute({ type, values: [value] });
}

function octets(bytes: Buffer): OctetString {
  return new OctetString({ valueHex: arrayBuffer(bytes) });
}

function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function readIdentity({ p12, password }: Certificate): Identity {
  const { asn1, pki, pkcs12 } = forge;
  const file = pkcs12.pkcs12FromAsn1(asn1.fromDer(Buffer.from(p12).toString('binary')), false, password);
  const bagsOf = (type: string) => file.getBags({ bagType: type })[type] ?? [];
  const key = [...bagsOf(pki.oids.pkcs8ShroudedKeyBag!), ...bagsOf(pki.oids.keyBag!)][0]?.key;
  if (!key) throw new Error('The signing certificate has no RSA key.');
  const { n, e } = key as forge.pki.rsa.PrivateKey;
  const isOwn = ({ publicKey }: forge.pki.Certificate): boolean => {
    const own = publicKey as forge.pki.rsa.PublicKey;
    return own.n?.equals(n) && own.e.equals(e);
  };
  const all = bagsOf(pki.oids.certBag!).flatMap(({ cert }) => cert ?? []);
  const own = all.find(isOwn);
  if (!own) throw new Error('The signing certificate does not belong to its key.');
  const der = (value: forge.asn1.Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'binary');
  return {
    privateKey: der(pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key))),
    certificates: [own, ...all.filter((one) => one !== own)].map((cert) => der(pki.certificateToAsn1(cert))),
  };
}
