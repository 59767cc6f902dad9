declare <4 x float> @llvm.arithmetic.fence.v4f32(<4 x float>)
declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)
declare <4 x float> @llvm.trunc.v4f32(<4 x float>)
define void @all_ops_float32_4(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %d4_at = getelementptr inbounds ptr, ptr %bufs, i64 4
  %d4 = load ptr, ptr %d4_at, align 8, !invariant.load !{}
  %d5_at = getelementptr inbounds ptr, ptr %bufs, i64 5
  %d5 = load ptr, ptr %d5_at, align 8, !invariant.load !{}
  %d6_at = getelementptr inbounds ptr, ptr %bufs, i64 6
  %d6 = load ptr, ptr %d6_at, align 8, !invariant.load !{}
  %d7_at = getelementptr inbounds ptr, ptr %bufs, i64 7
  %d7 = load ptr, ptr %d7_at, align 8, !invariant.load !{}
  %d8_at = getelementptr inbounds ptr, ptr %bufs, i64 8
  %d8 = load ptr, ptr %d8_at, align 8, !invariant.load !{}
  %d9_at = getelementptr inbounds ptr, ptr %bufs, i64 9
  %d9 = load ptr, ptr %d9_at, align 8, !invariant.load !{}
  %d10_at = getelementptr inbounds ptr, ptr %bufs, i64 10
  %d10 = load ptr, ptr %d10_at, align 8, !invariant.load !{}
  %d11_at = getelementptr inbounds ptr, ptr %bufs, i64 11
  %d11 = load ptr, ptr %d11_at, align 8, !invariant.load !{}
  %d12_at = getelementptr inbounds ptr, ptr %bufs, i64 12
  %d12 = load ptr, ptr %d12_at, align 8, !invariant.load !{}
  %d13_at = getelementptr inbounds ptr, ptr %bufs, i64 13
  %d13 = load ptr, ptr %d13_at, align 8, !invariant.load !{}
  %d14_at = getelementptr inbounds ptr, ptr %bufs, i64 14
  %d14 = load ptr, ptr %d14_at, align 8, !invariant.load !{}
  %d15_at = getelementptr inbounds ptr, ptr %bufs, i64 15
  %d15 = load ptr, ptr %d15_at, align 8, !invariant.load !{}
  %d16_at = getelementptr inbounds ptr, ptr %bufs, i64 16
  %d16 = load ptr, ptr %d16_at, align 8, !invariant.load !{}
  %d17_at = getelementptr inbounds ptr, ptr %bufs, i64 17
  %d17 = load ptr, ptr %d17_at, align 8, !invariant.load !{}
  %d18_at = getelementptr inbounds ptr, ptr %bufs, i64 18
  %d18 = load ptr, ptr %d18_at, align 8, !invariant.load !{}
  %d19_at = getelementptr inbounds ptr, ptr %bufs, i64 19
  %d19 = load ptr, ptr %d19_at, align 8, !invariant.load !{}
  %d20_at = getelementptr inbounds ptr, ptr %bufs, i64 20
  %d20 = load ptr, ptr %d20_at, align 8, !invariant.load !{}
  %d21_at = getelementptr inbounds ptr, ptr %bufs, i64 21
  %d21 = load ptr, ptr %d21_at, align 8, !invariant.load !{}
  %d22_at = getelementptr inbounds ptr, ptr %bufs, i64 22
  %d22 = load ptr, ptr %d22_at, align 8, !invariant.load !{}
  %d23_at = getelementptr inbounds ptr, ptr %bufs, i64 23
  %d23 = load ptr, ptr %d23_at, align 8, !invariant.load !{}
  %d24_at = getelementptr inbounds ptr, ptr %bufs, i64 24
  %d24 = load ptr, ptr %d24_at, align 8, !invariant.load !{}
  %d25_at = getelementptr inbounds ptr, ptr %bufs, i64 25
  %d25 = load ptr, ptr %d25_at, align 8, !invariant.load !{}
  %d26_at = getelementptr inbounds ptr, ptr %bufs, i64 26
  %d26 = load ptr, ptr %d26_at, align 8, !invariant.load !{}
  %d27_at = getelementptr inbounds ptr, ptr %bufs, i64 27
  %d27 = load ptr, ptr %d27_at, align 8, !invariant.load !{}
  %d28_at = getelementptr inbounds ptr, ptr %bufs, i64 28
  %d28 = load ptr, ptr %d28_at, align 8, !invariant.load !{}
  %d29_at = getelementptr inbounds ptr, ptr %bufs, i64 29
  %d29 = load ptr, ptr %d29_at, align 8, !invariant.load !{}
  %d30_at = getelementptr inbounds ptr, ptr %bufs, i64 30
  %d30 = load ptr, ptr %d30_at, align 8, !invariant.load !{}
  %d31_at = getelementptr inbounds ptr, ptr %bufs, i64 31
  %d31 = load ptr, ptr %d31_at, align 8, !invariant.load !{}
  %d32_at = getelementptr inbounds ptr, ptr %bufs, i64 32
  %d32 = load ptr, ptr %d32_at, align 8, !invariant.load !{}
  %d33_at = getelementptr inbounds ptr, ptr %bufs, i64 33
  %d33 = load ptr, ptr %d33_at, align 8, !invariant.load !{}
  %d34_at = getelementptr inbounds ptr, ptr %bufs, i64 34
  %d34 = load ptr, ptr %d34_at, align 8, !invariant.load !{}
  %d35_at = getelementptr inbounds ptr, ptr %bufs, i64 35
  %d35 = load ptr, ptr %d35_at, align 8, !invariant.load !{}
  %d36_at = getelementptr inbounds ptr, ptr %bufs, i64 36
  %d36 = load ptr, ptr %d36_at, align 8, !invariant.load !{}
  %d37_at = getelementptr inbounds ptr, ptr %bufs, i64 37
  %d37 = load ptr, ptr %d37_at, align 8, !invariant.load !{}
  %d38_at = getelementptr inbounds ptr, ptr %bufs, i64 38
  %d38 = load ptr, ptr %d38_at, align 8, !invariant.load !{}
  %d39_at = getelementptr inbounds ptr, ptr %bufs, i64 39
  %d39 = load ptr, ptr %d39_at, align 8, !invariant.load !{}
  %d40_at = getelementptr inbounds ptr, ptr %bufs, i64 40
  %d40 = load ptr, ptr %d40_at, align 8, !invariant.load !{}
  %d41_at = getelementptr inbounds ptr, ptr %bufs, i64 41
  %d41 = load ptr, ptr %d41_at, align 8, !invariant.load !{}
  %d42_at = getelementptr inbounds ptr, ptr %bufs, i64 42
  %d42 = load ptr, ptr %d42_at, align 8, !invariant.load !{}
  %d43_at = getelementptr inbounds ptr, ptr %bufs, i64 43
  %d43 = load ptr, ptr %d43_at, align 8, !invariant.load !{}
  %d44_at = getelementptr inbounds ptr, ptr %bufs, i64 44
  %d44 = load ptr, ptr %d44_at, align 8, !invariant.load !{}
  %d45_at = getelementptr inbounds ptr, ptr %bufs, i64 45
  %d45 = load ptr, ptr %d45_at, align 8, !invariant.load !{}
  %d46_at = getelementptr inbounds ptr, ptr %bufs, i64 46
  %d46 = load ptr, ptr %d46_at, align 8, !invariant.load !{}
  %d47_at = getelementptr inbounds ptr, ptr %bufs, i64 47
  %d47 = load ptr, ptr %d47_at, align 8, !invariant.load !{}
  %d48_at = getelementptr inbounds ptr, ptr %bufs, i64 48
  %d48 = load ptr, ptr %d48_at, align 8, !invariant.load !{}
  %d49_at = getelementptr inbounds ptr, ptr %bufs, i64 49
  %d49 = load ptr, ptr %d49_at, align 8, !invariant.load !{}
  %d50_at = getelementptr inbounds ptr, ptr %bufs, i64 50
  %d50 = load ptr, ptr %d50_at, align 8, !invariant.load !{}
  %d51_at = getelementptr inbounds ptr, ptr %bufs, i64 51
  %d51 = load ptr, ptr %d51_at, align 8, !invariant.load !{}
  %d52_at = getelementptr inbounds ptr, ptr %bufs, i64 52
  %d52 = load ptr, ptr %d52_at, align 8, !invariant.load !{}
  %d53_at = getelementptr inbounds ptr, ptr %bufs, i64 53
  %d53 = load ptr, ptr %d53_at, align 8, !invariant.load !{}
  %d54_at = getelementptr inbounds ptr, ptr %bufs, i64 54
  %d54 = load ptr, ptr %d54_at, align 8, !invariant.load !{}
  %d55_at = getelementptr inbounds ptr, ptr %bufs, i64 55
  %d55 = load ptr, ptr %d55_at, align 8, !invariant.load !{}
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 12
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 4
  %v1 = getelementptr inbounds float, ptr %d1, i64 %v0
  %v2 = load <4 x float>, ptr %v1, align 4
  %v3 = getelementptr inbounds float, ptr %d2, i64 %v0
  %v4 = load <4 x float>, ptr %v3, align 4
  %v5 = getelementptr inbounds float, ptr %d3, i64 %v0
  %v6 = load <4 x float>, ptr %v5, align 4
  %v7 = fadd contract <4 x float> %v2, %v4
  %v8 = getelementptr inbounds float, ptr %d0, i64 %v0
  store <4 x float> %v7, ptr %v8, align 4
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.done ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 12
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v9 = mul nsw i64 %i1, 4
  %v10 = getelementptr inbounds float, ptr %d5, i64 %v9
  %v11 = load <4 x float>, ptr %v10, align 4
  %v12 = getelementptr inbounds float, ptr %d6, i64 %v9
  %v13 = load <4 x float>, ptr %v12, align 4
  %v14 = getelementptr inbounds float, ptr %d7, i64 %v9
  %v15 = load <4 x float>, ptr %v14, align 4
  %v16 = fmul contract <4 x float> %v11, %v13
  %v17 = getelementptr inbounds float, ptr %d4, i64 %v9
  store <4 x float> %v16, ptr %v17, align 4
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 12
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v18 = mul nsw i64 %i2, 4
  %v19 = getelementptr inbounds float, ptr %d9, i64 %v18
  %v20 = load <4 x float>, ptr %v19, align 4
  %v21 = getelementptr inbounds float, ptr %d10, i64 %v18
  %v22 = load <4 x float>, ptr %v21, align 4
  %v23 = getelementptr inbounds float, ptr %d11, i64 %v18
  %v24 = load <4 x float>, ptr %v23, align 4
  %v25 = fcmp ogt <4 x float> %v20, %v22
  %v26 = select <4 x i1> %v25, <4 x float> %v20, <4 x float> %v22
  %v27 = call <4 x float> @llvm.arithmetic.fence.v4f32(<4 x float> %v26)
  %v28 = fcmp uno <4 x float> %v20, splat (float 0x0000000000000000)
  %v29 = select <4 x i1> %v28, <4 x float> %v20, <4 x float> %v27
  %v30 = getelementptr inbounds float, ptr %d8, i64 %v18
  store <4 x float> %v29, ptr %v30, align 4
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i2.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 12
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v31 = mul nsw i64 %i3, 4
  %v32 = getelementptr inbounds float, ptr %d13, i64 %v31
  %v33 = load <4 x float>, ptr %v32, align 4
  %v34 = getelementptr inbounds float, ptr %d14, i64 %v31
  %v35 = load <4 x float>, ptr %v34, align 4
  %v36 = getelementptr inbounds float, ptr %d15, i64 %v31
  %v37 = load <4 x float>, ptr %v36, align 4
  %v38 = fcmp olt <4 x float> %v33, %v35
  %v39 = getelementptr inbounds i8, ptr %d12, i64 %v31
  %v40 = zext <4 x i1> %v38 to <4 x i8>
  store <4 x i8> %v40, ptr %v39, align 1
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.done ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 12
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v41 = mul nsw i64 %i4, 4
  %v42 = getelementptr inbounds float, ptr %d17, i64 %v41
  %v43 = load <4 x float>, ptr %v42, align 4
  %v44 = getelementptr inbounds float, ptr %d18, i64 %v41
  %v45 = load <4 x float>, ptr %v44, align 4
  %v46 = getelementptr inbounds float, ptr %d19, i64 %v41
  %v47 = load <4 x float>, ptr %v46, align 4
  %v48 = fcmp une <4 x float> %v43, %v45
  %v49 = getelementptr inbounds i8, ptr %d16, i64 %v41
  %v50 = zext <4 x i1> %v48 to <4 x i8>
  store <4 x i8> %v50, ptr %v49, align 1
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i5.head
i5.head:
  %i5 = phi i64 [ 0, %i4.done ], [ %i5.next, %i5.last ]
  %i5.more = icmp slt i64 %i5, 12
  br i1 %i5.more, label %i5.body, label %i5.done
i5.body:
  %v51 = mul nsw i64 %i5, 4
  %v52 = getelementptr inbounds float, ptr %d21, i64 %v51
  %v53 = load <4 x float>, ptr %v52, align 4
  %v54 = getelementptr inbounds float, ptr %d22, i64 %v51
  %v55 = load <4 x float>, ptr %v54, align 4
  %v56 = getelementptr inbounds float, ptr %d23, i64 %v51
  %v57 = load <4 x float>, ptr %v56, align 4
  %v58 = fcmp oeq <4 x float> %v53, %v55
  %v59 = getelementptr inbounds i8, ptr %d20, i64 %v51
  %v60 = zext <4 x i1> %v58 to <4 x i8>
  store <4 x i8> %v60, ptr %v59, align 1
  br label %i5.last
i5.last:
  %i5.next = add nsw i64 %i5, 1
  br label %i5.head
i5.done:
  br label %i6.head
i6.head:
  %i6 = phi i64 [ 0, %i5.done ], [ %i6.next, %i6.last ]
  %i6.more = icmp slt i64 %i6, 12
  br i1 %i6.more, label %i6.body, label %i6.done
i6.body:
  %v61 = mul nsw i64 %i6, 4
  %v62 = getelementptr inbounds float, ptr %d25, i64 %v61
  %v63 = load <4 x float>, ptr %v62, align 4
  %v64 = getelementptr inbounds float, ptr %d26, i64 %v61
  %v65 = load <4 x float>, ptr %v64, align 4
  %v66 = getelementptr inbounds float, ptr %d27, i64 %v61
  %v67 = load <4 x float>, ptr %v66, align 4
  %v68 = fcmp une <4 x float> %v67, splat (float 0x0000000000000000)
  %v69 = select <4 x i1> %v68, <4 x float> %v63, <4 x float> %v65
  %v70 = getelementptr inbounds float, ptr %d24, i64 %v61
  store <4 x float> %v69, ptr %v70, align 4
  br label %i6.last
i6.last:
  %i6.next = add nsw i64 %i6, 1
  br label %i6.head
i6.done:
  br label %i7.head
i7.head:
  %i7 = phi i64 [ 0, %i6.done ], [ %i7.next, %i7.last ]
  %i7.more = icmp slt i64 %i7, 12
  br i1 %i7.more, label %i7.body, label %i7.done
i7.body:
  %v71 = mul nsw i64 %i7, 4
  %v72 = getelementptr inbounds float, ptr %d29, i64 %v71
  %v73 = load <4 x float>, ptr %v72, align 4
  %v74 = getelementptr inbounds float, ptr %d30, i64 %v71
  %v75 = load <4 x float>, ptr %v74, align 4
  %v76 = getelementptr inbounds float, ptr %d31, i64 %v71
  %v77 = load <4 x float>, ptr %v76, align 4
  %v78 = fneg <4 x float> %v73
  %v79 = getelementptr inbounds float, ptr %d28, i64 %v71
  store <4 x float> %v78, ptr %v79, align 4
  br label %i7.last
i7.last:
  %i7.next = add nsw i64 %i7, 1
  br label %i7.head
i7.done:
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %i7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 12
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v80 = mul nsw i64 %i8, 4
  %v81 = getelementptr inbounds float, ptr %d33, i64 %v80
  %v82 = load <4 x float>, ptr %v81, align 4
  %v83 = getelementptr inbounds float, ptr %d34, i64 %v80
  %v84 = load <4 x float>, ptr %v83, align 4
  %v85 = getelementptr inbounds float, ptr %d35, i64 %v80
  %v86 = load <4 x float>, ptr %v85, align 4
  %v87 = fsub contract <4 x float> %v82, %v84
  %v88 = getelementptr inbounds float, ptr %d32, i64 %v80
  store <4 x float> %v87, ptr %v88, align 4
  br label %i8.last
i8.last:
  %i8.next = add nsw i64 %i8, 1
  br label %i8.head
i8.done:
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %i8.done ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 12
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v89 = mul nsw i64 %i9, 4
  %v90 = getelementptr inbounds float, ptr %d37, i64 %v89
  %v91 = load <4 x float>, ptr %v90, align 4
  %v92 = getelementptr inbounds float, ptr %d38, i64 %v89
  %v93 = load <4 x float>, ptr %v92, align 4
  %v94 = getelementptr inbounds float, ptr %d39, i64 %v89
  %v95 = load <4 x float>, ptr %v94, align 4
  %v96 = call contract <4 x float> @llvm.fmuladd.v4f32(<4 x float> %v91, <4 x float> %v93, <4 x float> %v95)
  %v97 = getelementptr inbounds float, ptr %d36, i64 %v89
  store <4 x float> %v96, ptr %v97, align 4
  br label %i9.last
i9.last:
  %i9.next = add nsw i64 %i9, 1
  br label %i9.head
i9.done:
  br label %i10.head
i10.head:
  %i10 = phi i64 [ 0, %i9.done ], [ %i10.next, %i10.last ]
  %i10.more = icmp slt i64 %i10, 12
  br i1 %i10.more, label %i10.body, label %i10.done
i10.body:
  %v98 = mul nsw i64 %i10, 4
  %v99 = getelementptr inbounds float, ptr %d41, i64 %v98
  %v100 = load <4 x float>, ptr %v99, align 4
  %v101 = getelementptr inbounds float, ptr %d42, i64 %v98
  %v102 = load <4 x float>, ptr %v101, align 4
  %v103 = getelementptr inbounds float, ptr %d43, i64 %v98
  %v104 = load <4 x float>, ptr %v103, align 4
  %v105 = fdiv <4 x float> %v100, %v102
  %v106 = getelementptr inbounds float, ptr %d40, i64 %v98
  store <4 x float> %v105, ptr %v106, align 4
  br label %i10.last
i10.last:
  %i10.next = add nsw i64 %i10, 1
  br label %i10.head
i10.done:
  br label %i11.head
i11.head:
  %i11 = phi i64 [ 0, %i10.done ], [ %i11.next, %i11.last ]
  %i11.more = icmp slt i64 %i11, 12
  br i1 %i11.more, label %i11.body, label %i11.done
i11.body:
  %v107 = mul nsw i64 %i11, 4
  %v108 = getelementptr inbounds float, ptr %d45, i64 %v107
  %v109 = load <4 x float>, ptr %v108, align 4
  %v110 = getelementptr inbounds float, ptr %d46, i64 %v107
  %v111 = load <4 x float>, ptr %v110, align 4
  %v112 = getelementptr inbounds float, ptr %d47, i64 %v107
  %v113 = load <4 x float>, ptr %v112, align 4
  %v114 = fdiv <4 x float> splat (float 0x3FF0000000000000), %v109
  %v115 = getelementptr inbounds float, ptr %d44, i64 %v107
  store <4 x float> %v114, ptr %v115, align 4
  br label %i11.last
i11.last:
  %i11.next = add nsw i64 %i11, 1
  br label %i11.head
i11.done:
  br label %i12.head
i12.head:
  %i12 = phi i64 [ 0, %i11.done ], [ %i12.next, %i12.last ]
  %i12.more = icmp slt i64 %i12, 12
  br i1 %i12.more, label %i12.body, label %i12.done
i12.body:
  %v116 = mul nsw i64 %i12, 4
  %v117 = getelementptr inbounds float, ptr %d49, i64 %v116
  %v118 = load <4 x float>, ptr %v117, align 4
  %v119 = getelementptr inbounds float, ptr %d50, i64 %v116
  %v120 = load <4 x float>, ptr %v119, align 4
  %v121 = getelementptr inbounds float, ptr %d51, i64 %v116
  %v122 = load <4 x float>, ptr %v121, align 4
  %v123 = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %v118)
  %v124 = getelementptr inbounds float, ptr %d48, i64 %v116
  store <4 x float> %v123, ptr %v124, align 4
  br label %i12.last
i12.last:
  %i12.next = add nsw i64 %i12, 1
  br label %i12.head
i12.done:
  br label %i13.head
i13.head:
  %i13 = phi i64 [ 0, %i12.done ], [ %i13.next, %i13.last ]
  %i13.more = icmp slt i64 %i13, 12
  br i1 %i13.more, label %i13.body, label %i13.done
i13.body:
  %v125 = mul nsw i64 %i13, 4
  %v126 = getelementptr inbounds float, ptr %d53, i64 %v125
  %v127 = load <4 x float>, ptr %v126, align 4
  %v128 = getelementptr inbounds float, ptr %d54, i64 %v125
  %v129 = load <4 x float>, ptr %v128, align 4
  %v130 = getelementptr inbounds float, ptr %d55, i64 %v125
  %v131 = load <4 x float>, ptr %v130, align 4
  %v132 = call <4 x float> @llvm.trunc.v4f32(<4 x float> %v127)
  %v133 = getelementptr inbounds float, ptr %d52, i64 %v125
  store <4 x float> %v132, ptr %v133, align 4
  br label %i13.last
i13.last:
  %i13.next = add nsw i64 %i13, 1
  br label %i13.head
i13.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
