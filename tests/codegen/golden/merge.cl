; join a b as loop
; mark (a+b) as workgroup
uint max_uint(uint a, uint b) { return a > b ? a : b; }
__kernel __attribute__((reqd_work_group_size(12, 1, 1)))
void reduce_3_4_64_over_8(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global ulong *out0 = (__global ulong *)(mem0 + at0);
  __global const uint *in1 = (__global const uint *)(mem1 + at1);
  __global const ulong *in2 = (__global const ulong *)(mem2 + at2);
  const int lidx0 = get_local_id(0);
  uint k0 = (uint)(lidx0 % 4) * 64u;
  uint k1 = in1[0];
  uint k2 = k0 & k1 - 1u;
  uint k3 = k0 - k2;
  uint k4 = k3 + k1;
  uint k5 = (k4 < 256u) ? k4 : 256u;
  uint k6 = k3 + (k1 >> 1u);
  uint k7 = (k6 < 256u) ? k6 : 256u;
  uint k8 = k5 - k7;
  uint acc0 = (k8 < k2) ? k2 - k8 : 0u;
  uint k9 = k7 + k2;
  int k10 = lidx0 / 4 * 256;
  uint acc1 = 0u;
  int k11 = lidx0 * 64;
  uint k12 = k7 - k3;
  uint k13 = k9 + k3;
  for (int r0 = 0; r0 < 8; r0++) {
    uint k14 = acc0;
    uint k15 = k14 + (1u << (uint)(r0 * -1 + 7));
    uint k16 = k9 - k15;
    uint k17 = k3 + k15 - 1u;
    bool b0 = (!(k2 < k15) & !(k12 < k15)) & !(in2[(int)((k16 < 255u) ? k16 : 255u) + k10] < in2[(int)((k17 < 255u) ? k17 : 255u) + k10]);
    uint k18 = b0 ? k15 : k14;
    acc0 = k18;
    acc1 = max_uint(acc1, k18);
  }
  uint acc2 = k3 + acc1;
  for (int i0 = 0; i0 < 64; i0++) {
    uint k19 = acc2;
    uint k20 = k13 + (uint)i0 - k19;
    ulong k21 = in2[(int)((k20 < 255u) ? k20 : 255u) + k10];
    ulong k22 = in2[(int)((k19 < 255u) ? k19 : 255u) + k10];
    bool b1 = (k19 < k7) & !((k20 < k5) & (k21 < k22));
    out0[i0 + k11] = b1 ? k22 : k21;
    acc2 = k19 + (uint)b1;
  }
}
